import { ONE_THREAD_OPTIONS } from '../../settings/table/recordingOptions';
import type { RecordingOptions } from './recordingOptions';

/**
 * The options for the other threads and processes of a recording. Some records are of the recorded thread
 * alone: those of several would stop all of them, or V8 makes them of one at a time.
 */
export function elsewhere<Options extends Partial<RecordingOptions>>(options: Options): Options {
  return { ...options, ...ONE_THREAD_OPTIONS };
}
