import { recordingHeader } from '../../formats/kscope/kscopeRecording';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import type { SourceName } from '../../model/profile/sourceReport';
import type { RunInfo } from '../../record/build/buildProfile';

/** The facts known at the beginning of a recording. */
export interface BegunRecording {
  readonly info: RunInfo;
  /** Clock value at its beginning. */
  readonly startTime: bigint;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** Node's number of the recorded thread; the main thread unless given. */
  readonly threadId?: number;
  /** See `RecordingFacts.lateSources`. */
  readonly lateSources: readonly SourceName[];
}

/** The beginning of the `.kscope` file of a recording that is kept up to date. */
export function startOfRecording(begun: BegunRecording): Uint8Array {
  const { info, startTime, folder, threadId = 0, lateSources } = begun;
  const meta = unrecordedMeta({ ...info, durationNs: 0, originNs: startTime.toString() });
  return recordingHeader(meta, { folder, threadId, lateSources });
}
