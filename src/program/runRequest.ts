import type { Launch } from '../engine/live/dumpRequest';
import type { RecordingOptions } from '../engine/options/recordingOptions';

/** Environment variable that carries a {@link RunRequest} to the program that is to be recorded. */
export const RUN_VARIABLE = 'KERNELSCOPE_RUN';

/** What a program is told that runs under the profiler. */
export interface RunRequest {
  readonly options: Partial<RecordingOptions>;
  /** The `.kscope` file in which to leave the profile to the process that launched the program. */
  readonly file: string;
  /** Where the recording is kept meanwhile, for the case that one of both is killed. */
  readonly liveFile: string;
  readonly launch: Launch;
  /** The number of this run among several, from 1; 0 for a single one. */
  readonly repetition: number;
}

/**
 * The request of the program that launched this one, and no other's: the variable is gone afterwards,
 * so that what this program launches runs as ever. Null without one.
 */
export function takeRunRequest(environment: NodeJS.ProcessEnv): RunRequest | null {
  const text = environment[RUN_VARIABLE];
  if (text === undefined) return null;
  delete environment[RUN_VARIABLE];
  return JSON.parse(text) as RunRequest;
}
