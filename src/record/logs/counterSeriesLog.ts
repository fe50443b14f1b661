import type { CounterSeries } from '../../model/profile/profile';
import type { TimedValues } from './timedValues';

/** The description of a counter, without its values. */
export type CounterHead = Pick<CounterSeries, 'name' | 'category' | 'unit' | 'kind'>;

/** A counter during a recording. Values are dropped immediately while nothing is recorded. */
export class CounterLog {
  #last = 0;

  constructor(
    /** The description of the counter. */
    readonly head: CounterHead,
    /** The recorded values, oldest first. */
    readonly values: TimedValues
  ) {}

  /** The value last set, in the counter's unit. */
  get value(): number {
    return this.#last;
  }

  // hot
  /** Records `value` now. */
  set(value: number): void {
    this.#last = value;
    this.values.push(value);
  }

  /** Records a value read at an earlier `time` of the recorder's clock. */
  setAt(value: number, time: bigint): void {
    this.#last = value;
    this.values.pushAt(value, time);
  }
}
