import { shown } from '../../base/text';
import { EventArgumentError } from './eventErrors';

/** A stretch of time, in microseconds. */
export class Interval {
  /**
   * From `start` to `end`, microseconds.
   *
   * @throws EventArgumentError for times that are not finite numbers, or an end before the start.
   */
  constructor(
    readonly start: number,
    readonly end: number
  ) {
    checkTime(start);
    checkTime(end);
    if (!(end >= start && end - start < Infinity)) throw lengthError(start, end);
  }

  /** Its length, microseconds; never negative. */
  elapsedUs(): number {
    return this.end - this.start;
  }
}

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
