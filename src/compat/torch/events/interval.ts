import { aliasedRoot, defineAliases } from '../../../base/snakeCase';
import { shown } from '../../../base/errors';
import { EventArgumentError } from './eventErrors';
import { INTERVAL_NAMES, type IntervalNames } from './pythonNames';

/** A stretch of time, in microseconds. */
export class Interval extends aliasedRoot<Interval, IntervalNames>() {
  /**
   * From `start` to `end`, microseconds.
   *
   * @throws EventArgumentError for times that are not finite numbers, or an end before the start.
   */
  constructor(
    /** When it begins, in microseconds. */
    readonly start: number,
    /** When it ends, in microseconds; never before `start`. */
    readonly end: number
  ) {
    super();
    checkTime(start);
    checkTime(end);
    if (!(end >= start && end - start < Infinity)) throw lengthError(start, end);
  }

  /** Its length, microseconds; never negative. */
  elapsedUs(): number {
    return this.end - this.start;
  }
}

defineAliases(Interval.prototype, INTERVAL_NAMES);

function checkTime(time: unknown): void {
  if (Number.isFinite(time)) return;
  throw new EventArgumentError(`A time is a finite number of microseconds, not ${shown(time)}`);
}

function lengthError(start: number, end: number): EventArgumentError {
  if (end > start) return new EventArgumentError(`From ${start} to ${end} is too long to measure`);
  return new EventArgumentError(
    `An interval ends at or after its start: ${String(end)} is before ${String(start)}`
  );
}

/** One run of a function on a GPU. */
export class GpuKernel {
  /**
   * One run of `name` on the GPU of that number.
   *
   * @throws EventArgumentError for a name that is not a string, or a device that is not an integer.
   */
  constructor(
    /** The name of the function that ran. */
    readonly name: string,
    /** The number of the GPU, from 0. */
    readonly device: number,
    /** When it ran on the GPU, in microseconds. */
    readonly interval: Interval
  ) {
    if (typeof name !== 'string') {
      throw new EventArgumentError(`The name of a GPU kernel is text, not ${shown(name)}`);
    }
    if (!Number.isSafeInteger(device)) {
      throw new EventArgumentError(`A device is a whole number, not ${shown(device)}`);
    }
  }
}

/** Sum of the durations of kernels, microseconds. */
export function timeOfKernels(kernels: readonly GpuKernel[]): number {
  let total = 0;
  for (const { interval } of kernels) total += interval.elapsedUs();
  return total;
}
