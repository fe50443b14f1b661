import { Byte } from '../../../base/json/jsonCursor';
import { numberAt } from './decimalTime';

/** Places of a file that are looked at, and how far from each. */
const PLACES = 33;
const REACH = 64 * 1024;

/** Microseconds up to which times are exact with nanoseconds as they are. */
const EXACT_US = 9e12;

const KEY = [...'"ts"'].map(letter => letter.charCodeAt(0));

/**
 * Microseconds to count from, so that nanoseconds are exact: 0, or the time of some event where most
 * count from long ago, as from 1970. One stray event does not decide.
 */
export function guessBase(bytes: Uint8Array): number {
  const times: number[] = [];
  for (let place = 0; place < PLACES; place++) {
    const time = firstTime(bytes, Math.floor((place * bytes.length) / PLACES));
    if (Number.isFinite(time)) times.push(time);
  }
  times.sort((a, b) => a - b);
  const usual = times[times.length >>> 1] ?? 0;
  return Math.abs(usual) < EXACT_US ? 0 : Math.trunc(usual);
}

function firstTime(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length - KEY.length, from + REACH);
  for (let at = from; at < end; at++) {
    if (KEY.every((byte, offset) => bytes[at + offset] === byte)) return valueBehind(bytes, at + 4);
  }
  return NaN;
}

function valueBehind(bytes: Uint8Array, from: number): number {
  let at = from;
  const isFiller = (byte: number): boolean =>
    byte <= 0x20 || byte === Byte.colon || byte === Byte.quote;
  while (at < bytes.length && isFiller(bytes[at])) at++;
  const start = at;
  while (at < bytes.length && /[-+.\deE]/.test(String.fromCharCode(bytes[at]))) at++;
  return numberAt(bytes, start, at);
}
