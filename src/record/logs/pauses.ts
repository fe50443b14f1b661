import { boundsUntil } from '../../base/partitionPoint';

/** Pauses kept at most in a recording; longer ones come of joining those beyond. */
const MAX_PAUSES = 1 << 16;

/** When recording was held, for sources that see what happens in the meantime. */
export class Pauses {
  /** Clock values at which pauses began and ended, in turn. */
  readonly #times: bigint[] = [];

  /** True while recording is held. */
  get isPaused(): boolean {
    return this.#times.length % 2 === 1;
  }

  /** Recording is held from `time` on. While it is held already, nothing changes. */
  begin(time: bigint): void {
    if (this.isPaused) return;
    if (this.#times.length >= 2 * MAX_PAUSES) this.#times.pop();
    else this.#times.push(time);
  }

  /** Recording goes on at `time`. Without a pause, nothing changes. */
  end(time: bigint): void {
    if (this.isPaused) this.#times.push(time);
  }

  /** Forgets the pauses that are over. */
  clear(): void {
    this.#times.splice(0, this.#times.length - (this.isPaused ? 1 : 0));
  }

  /** Nanoseconds from `origin` at which pauses began and ended, in turn; the last may be open. */
  since(origin: bigint): Float64Array {
    return Float64Array.from(this.#times, time => Number(time - origin));
  }
}

/** True if `time` is within one of `pauses`, in the form of {@link Pauses.since}. */
export function isWithinPause(pauses: Float64Array, time: number): boolean {
  return boundsUntil(pauses, time) % 2 === 1;
}

/** `time`, or the end of the pause that it is within: `Infinity` for one that is open. */
export function afterPause(pauses: Float64Array, time: number): number {
  const bounds = boundsUntil(pauses, time);
  if (bounds % 2 === 0) return time;
  return bounds < pauses.length ? pauses[bounds] : Infinity;
}
