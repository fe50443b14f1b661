import { isObject } from '../../base/isObject';
import { type EitherCase, namedOptions } from '../../base/snakeCase';
import { shown } from '../../base/errors';
import { type ScheduleFunction, ScheduleError } from '../../engine/sessions/schedule';

/** The number of steps in each part of a cycle, and the number of cycles; integers ≥ 0. */
export interface ScheduleOptions {
  /** Steps at the beginning of each cycle that are left alone. */
  readonly wait: number;
  /** Steps that are recorded, at the end of each cycle; at least 1. */
  readonly active: number;
  /** Steps before those, in which the profiler runs and keeps nothing. Default 0. */
  readonly warmup?: number;
  /** Number of cycles; 0, the default, goes on to the end. */
  readonly repeat?: number;
  /** Steps to leave alone before the first cycle. Default 0. */
  readonly skipFirst?: number;
  /** Above 0: the first cycle has no `wait` after `skipFirst`. Default 0. */
  readonly skipFirstWait?: number;
}

const NAMES = ['wait', 'active', 'warmup', 'repeat', 'skipFirst', 'skipFirstWait'] as const;

/** The arguments of {@link schedule}: options by name, or numbers in the order of PyTorch. */
export type ScheduleArguments =
  | [options: EitherCase<ScheduleOptions>]
  | [
      wait: number,
      warmup: number,
      active: number,
      repeat?: number,
      skipFirst?: number,
      skipFirstWait?: number
    ];

/** The order of the numbers by position. */
export const SCHEDULE_ARGUMENT_NAMES: readonly (keyof ScheduleOptions)[] = [
  'wait',
  'warmup',
  'active',
  'repeat',
  'skipFirst',
  'skipFirstWait'
];

/**
 * A schedule of cycles: `wait` steps `NONE`, `warmup` steps `WARMUP`, `active` steps `RECORD`, of which
 * the last is `RECORD_AND_SAVE`; all `NONE` before `skipFirst` and after `repeat` cycles.
 *
 * @throws ScheduleError for invalid numbers, with their values in the text, and for unknown options.
 *   The returned function throws it for steps that are not integers ≥ 0.
 */
export function schedule(...given: ScheduleArguments): ScheduleFunction {
  const numbers = readNumbers(namedNumbers(given));
  const { wait, active, warmup, repeat, skipFirst, skipFirstWait } = numbers;
  const length = wait + warmup + active;
  return step => {
    if (!isCount(step)) throw new ScheduleError(`Invalid profiler step ${shown(step)}: ${COUNT}`);
    if (step < skipFirst) return 'NONE';
    const at = step - skipFirst + (skipFirstWait > 0 ? wait : 0);
    if (repeat > 0 && at >= repeat * length) return 'NONE';
    const place = at % length;
    if (place < wait) return 'NONE';
    if (place < wait + warmup) return 'WARMUP';
    return place < length - 1 ? 'RECORD' : 'RECORD_AND_SAVE';
  };
}

const COUNT = 'give a whole number, 0 or more';

/** The options of a call by our names. @throws ScheduleError */
function namedNumbers(given: readonly unknown[]): Readonly<Record<string, unknown>> {
  const [options] = given;
  if (given.length > SCHEDULE_ARGUMENT_NAMES.length) {
    const order = SCHEDULE_ARGUMENT_NAMES.join(', ');
    throw new ScheduleError(`A schedule takes ${order}: got ${given.length} numbers`);
  }
  if (typeof options === 'number') {
    return Object.fromEntries(given.map((value, at) => [SCHEDULE_ARGUMENT_NAMES[at], value]));
  }
  if (!isObject(options)) return {};
  return namedOptions(options, { call: 'A schedule', names: NAMES, refusal: ScheduleError });
}

function readNumbers(given: Readonly<Record<string, unknown>>): Required<ScheduleOptions> {
  const { wait, active, warmup = 0, repeat = 0, skipFirst = 0, skipFirstWait = 0 } = given;
  const all = { wait, active, warmup, repeat, skipFirst, skipFirstWait };
  const wrong = NAMES.filter(name => !isCount(all[name]) || (name === 'active' && active === 0));
  if (wrong.length === 0) return all as Required<ScheduleOptions>;
  const values = NAMES.map(name => `${name}=${quoted(all[name])}`).join(', ');
  const rule = wrong.includes('active') ? '; active is at least 1' : '';
  throw new ScheduleError(
    `Invalid profiler schedule arguments: ${values}. For ${wrong.join(', ')}: ${COUNT}${rule}`
  );
}

/** A value as it was written, so that '1' differs from 1. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : shown(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
