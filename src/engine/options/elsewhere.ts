import type { RecordingOptions } from './recordingOptions';

/**
 * The options for the other threads and processes of a recording: heap snapshots are of the recorded thread alone, since
 * those of several would stop all of them, and V8 traces one thread at a time.
 */
export function elsewhere<Options extends Partial<RecordingOptions>>(options: Options): Options {
  return { ...options, heapDiff: false, deopts: false };
}
