import type { Brand } from './brand';

/** A duration, or an instant counted from a profile's origin, in nanoseconds; exact up to 2⁵³. */
export type Nanoseconds = Brand<number, 'Nanoseconds'>;

/** Nanoseconds in one microsecond, one millisecond and one second. */
export const NS_PER_US = 1e3;
export const NS_PER_MS = 1e6;
export const NS_PER_S = 1e9;

/** Marks a plain number, known to be in nanoseconds, as such. */
export function nanoseconds(value: number): Nanoseconds {
  return value as Nanoseconds;
}

/** `ns` in milliseconds, as a plain number for arithmetic and display. */
export function toMilliseconds(ns: number): number {
  return ns / NS_PER_MS;
}

/** `ns` in microseconds, as a plain number for arithmetic and display. */
export function toMicroseconds(ns: number): number {
  return ns / NS_PER_US;
}
