import type { Launch } from '../engine/live/dumpRequest';
import type { RecordingOptions } from '../engine/arguments/recordingOptions';

/** Environment variable that carries a {@link RunRequest} to the program to record. */
export const RUN_VARIABLE = 'KERNELSCOPE_RUN';

/** The request to a program that runs under the profiler. */
export interface RunRequest {
  readonly options: Partial<RecordingOptions>;
  /** The `.kscope` file in which to leave the profile to the process that launched the program. */
  readonly file: string;
  /** The file of the recording meanwhile, in case one of the two processes is killed. */
  readonly liveFile: string;
  readonly launch: Launch;
  /** The number of this run among several, from 1; 0 for a single one. */
  readonly repetition: number;
}

/**
 * The request of the program that launched this one, and no other: the variable is removed afterwards,
 * so that programs launched by this one run as usual. Null without a request.
 */
export function takeRunRequest(environment: NodeJS.ProcessEnv): RunRequest | null {
  const text = environment[RUN_VARIABLE];
  if (text === undefined) return null;
  delete environment[RUN_VARIABLE];
  return JSON.parse(text) as RunRequest;
}
