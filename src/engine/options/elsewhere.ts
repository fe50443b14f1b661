import { ONE_THREAD_OPTIONS } from '../../settings/table/recordingOptions';
import type { RecordingOptions } from './recordingOptions';

/**
 * The options for the other threads and processes of a recording. Some records are of the recorded thread alone: heap
 * snapshots of several would stop all of them, and V8 traces one thread at a time.
 */
export function elsewhere<Options extends Partial<RecordingOptions>>(options: Options): Options {
  return { ...options, ...ONE_THREAD_OPTIONS, deopts: false };
}
