import type { Profile } from '../../model/profile/profile';
import type { Recording } from '../recording/recording';
import type { RecordingHost } from '../recording/recordingHost';
import type { Launch } from './dumpRequest';
import { watchedHeap } from '../../sources/v8/heap/heapWatch';
import { dumpOutput } from '../results/exportProfile';
import { ContinuousDump, type ContinuousDumpOptions } from './continuousDump';

/** Options for keeping the file of a recording up to date. */
export interface UpToDateFile {
  /** The file to write, see `ContinuousDumpOptions.file`. */
  readonly file: string;
  /** Time between two versions, milliseconds. */
  readonly periodMs: number;
  /** The status in the file at the end of the recording, in case nothing else is written there. */
  readonly status: 'complete' | 'recovered';
  /** Receives what cannot be written and why. */
  readonly warn: (text: string) => void;
  /** The call that finally writes the whole file, for warnings. */
  readonly completedBy: string;
  /** Profiles of earlier runs that the file holds too, and its bytes so far; none unless given. */
  readonly before?: { readonly profiles: readonly Profile[]; readonly sizeBytes: number };
  /** See `DumpRequest.launch`. */
  readonly launch?: Launch;
  /** See `DumpRequest.makesFolders`. */
  readonly makesFolders?: boolean;
  /** Whether the file is to have who allocated if the heap becomes full; false unless given. */
  readonly watchesHeap?: boolean;
  /** Script of the thread that writes; that of the host unless given. */
  readonly workerFile?: string;
  /** Says when that thread starts; at once unless given. */
  readonly threadStart?: ContinuousDumpOptions['threadStart'];
}

/** Only files that grow by parts have CPU samples before the end. */
function keepsSamples({ file, before }: UpToDateFile): boolean {
  const { format, gzip } = dumpOutput(file);
  return format === 'kscope' && !gzip && (before?.profiles.length ?? 0) === 0;
}

/** Keeps a file of what an open recording has recorded up to date, until it is stopped. */
export function keepUpToDate(
  host: RecordingHost,
  recording: Recording,
  upToDate: UpToDateFile
): ContinuousDump {
  const {
    status,
    before,
    watchesHeap = false,
    workerFile = host.dumpWorkerFile,
    ...same
  } = upToDate;
  return new ContinuousDump({
    ...same,
    recorder: host.recorder,
    exitActions: host.exitActions,
    window: recording.window,
    info: recording.info(status),
    counters: recording.sharedCounters(),
    samples: keepsSamples(upToDate) ? recording.sharedSamples() : null,
    earlier: before?.profiles ?? [],
    leastBytes: before?.sizeBytes ?? 0,
    lateSources: recording.lateSources,
    heap:
      watchesHeap && recording.mayWatchHeap
        ? watchedHeap(recording.options, host.folder)
        : undefined,
    workerFile
  });
}
