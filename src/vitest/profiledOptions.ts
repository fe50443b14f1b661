import { MAX_COMPARED_REPETITIONS } from '../model/output/comparison';
import { unknownOptionText } from '../base/snakeCase';
import { shown } from '../base/errors';
import { ProfiledError } from './profiledError';

export interface ProfiledOptions {
  /** Recorded runs, 2 to 200; unless given as many as 1 s allows, at least 30. */
  readonly repeat?: number;
  /** Unrecorded runs before them, 0 to 200; unless given as many as 200 ms allow, at least 3. */
  readonly warmup?: number;
  /** Whether 5 more runs sample what is allocated on the heap; true unless given. */
  readonly allocations?: boolean;
}

/** {@link ProfiledOptions} with a value for each. */
export interface ReadOptions {
  /** Null for as many as it takes. */
  readonly repeat: number | null;
  /** Null likewise. */
  readonly warmup: number | null;
  readonly allocations: boolean;
}

const NAMES = ['repeat', 'warmup', 'allocations'];

/** @throws ProfiledError for an unknown option or a value that it cannot have */
export function readOptions(options: ProfiledOptions): ReadOptions {
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name)) throw new ProfiledError(unknownOptionText('profiled', name, NAMES));
  }
  const { repeat = null, warmup = null, allocations = true } = options;
  if (repeat !== null) checkCount('repeat', repeat, 2);
  if (warmup !== null) checkCount('warmup', warmup, 0);
  if (typeof allocations !== 'boolean') {
    throw new ProfiledError(`allocations must be true or false, got ${shown(allocations)}.`);
  }
  return { repeat, warmup, allocations };
}

function checkCount(name: string, value: unknown, least: number): void {
  const isCount = Number.isInteger(value) && (value as number) >= least;
  if (isCount && (value as number) <= MAX_COMPARED_REPETITIONS) return;
  const range = `a whole number from ${least} to ${MAX_COMPARED_REPETITIONS}`;
  throw new ProfiledError(`${name} must be ${range}, got ${shown(value)}.`);
}
