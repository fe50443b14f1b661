import { deflateRawSync } from 'node:zlib';
import {
  encodeRecordedPart,
  encodeRecordingState,
  recordingHeader
} from '../../formats/kscope/kscopeRecording';
import type { RecordedPart, RecordingState } from '../../model/profile/recordedPart';
import { SeenRecords } from '../../record/mirror/seenRecords';
import { outputFileError, WrittenFile, writeAt, writeFileAtomically } from '../results/atomicWrite';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import type { SourceName } from '../../model/profile/sourceReport';
import type { RunInfo } from '../../record/build/buildProfile';

/** Level 1: this is done while a program runs. */
const FAST = { level: 1 };

/**
 * A `.kscope` file that grows: its content is neither encoded nor written again. At every moment it
 * holds the records that had ended, as `loadProfile` reads them. Not to be used again once writing has
 * failed, or if the file was written by someone else.
 */
export class GrowingRecording {
  /** The records in the file. */
  readonly seen = new SeenRecords();
  /** Bytes of the file without the state at its end. */
  #length = 0;
  readonly #written: WrittenFile;

  /**
   * @param header the beginning of the file, see `recordingHeader`
   * @param makesFolders whether missing folders are made
   */
  constructor(
    private readonly path: string,
    private readonly header: Uint8Array,
    private readonly makesFolders: boolean
  ) {
    this.#written = new WrittenFile(path);
  }

  /** False when the file is another than the one written here last. */
  get isCurrent(): boolean {
    return this.#written.isCurrent;
  }

  /**
   * Adds new records to the file; the first time it replaces an existing file.
   *
   * @throws OutputFileError for a path that cannot be written.
   */
  write(part: RecordedPart, state: RecordingState): void {
    const added = encodeRecordedPart(part, bytes => deflateRawSync(bytes, FAST));
    const end = encodeRecordingState(state);
    if (this.#length === 0) {
      const whole = Buffer.concat([this.header, added, end]);
      writeFileAtomically(this.path, whole, this.makesFolders);
      this.#length = this.header.length;
    } else {
      this.#append(Buffer.concat([added, end]));
    }
    this.#length += added.length;
    this.#written.note();
  }

  #append(bytes: Uint8Array): void {
    try {
      writeAt(this.path, this.#length, bytes);
    } catch (error) {
      throw outputFileError(this.path, error);
    }
  }
}

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
