import { growing } from '../../../model/profile/columns';
import type { CounterSeries } from '../../../model/profile/profile';
import { PROCESS_TRACK } from '../../../record/build/threadTracks';

/** Bytes that grow and shrink, in order of time. */
export class SteppedCounter {
  readonly #time = growing.float64();
  readonly #value = growing.float64();
  #last = 0;

  /** `bytes` more from `time` on, or fewer. */
  add(time: number, bytes: number): void {
    this.set(time, this.#last + bytes);
  }

  /** So many from `time` on. */
  set(time: number, bytes: number): void {
    this.#last = bytes;
    this.#time.push(time);
    this.#value.push(bytes);
  }

  /** The counter of the process that this is. */
  series(name: string, category: string): CounterSeries {
    return {
      name,
      category,
      unit: 'bytes',
      kind: 'set',
      track: PROCESS_TRACK,
      time: this.#time.toColumn(),
      value: this.#value.toColumn()
    };
  }
}
