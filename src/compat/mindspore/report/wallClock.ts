import { NS_PER_MS, NS_PER_S, NS_PER_US } from '../../../base/time';
import type { TextBytes } from './textBytes';

/** A profile that claims a later begin has this one. */
const MAX_MS = Number.MAX_SAFE_INTEGER;

/** The wall clock at moments of a profile: time since the Unix epoch, to the nanosecond. */
export class WallClock {
  readonly #seconds: number;
  readonly #ns: number;

  /** @param startedAtMs wall-clock time of the profile's origin, milliseconds */
  constructor(startedAtMs: number) {
    const ms = Number.isFinite(startedAtMs) ? Math.max(0, Math.min(MAX_MS, startedAtMs)) : 0;
    this.#seconds = Math.floor(ms / 1000);
    this.#ns = Math.round((ms - this.#seconds * 1000) * NS_PER_MS);
  }

  // hot
  /** Appends nanoseconds since the epoch, which a number does not hold. */
  putNs(output: TextBytes, offsetNs: number): void {
    const ns = Math.max(0, this.#ns + Math.round(offsetNs));
    const seconds = Math.floor(ns / NS_PER_S);
    output.whole(this.#seconds + seconds);
    output.nine(ns - seconds * NS_PER_S);
  }

  // hot
  /** Appends microseconds since the epoch with three decimals. */
  putUs(output: TextBytes, offsetNs: number): void {
    const ns = Math.max(0, this.#ns + Math.round(offsetNs));
    const seconds = Math.floor(ns / NS_PER_S);
    const us = Math.floor((ns - seconds * NS_PER_S) / NS_PER_US);
    output.whole(this.#seconds + seconds);
    output.sixAndFraction(us, ns - seconds * NS_PER_S - us * NS_PER_US);
  }
}
