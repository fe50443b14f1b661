import { wellFormed } from './wellFormed';

const utf8 = new TextEncoder();

const [ZERO, POINT] = [0x30, 0x2e];

const digits = (value: number): number[] => [
  ZERO + Math.floor(value / 100),
  ZERO + (Math.floor(value / 10) % 10),
  ZERO + (value % 10)
];

const word = (bytes: readonly number[]): number =>
  bytes.reduce((sum, byte, at) => sum + byte * 256 ** at, 0);

/** `000` … `999` as little-endian words, to be stored at once; the fourth byte is overwritten. */
const PADDED = Uint32Array.from({ length: 1000 }, (_, value) => word(digits(value)));
/** The same without leading zeros. */
const TRIMMED = Uint32Array.from({ length: 1000 }, (_, value) =>
  word(digits(value).slice(value < 10 ? 2 : value < 100 ? 1 : 0))
);
/** `.000` … `.999`. */
const FRACTIONS = Uint32Array.from({ length: 1000 }, (_, value) => word([POINT, ...digits(value)]));

/** Most bytes of a number, and of what is stored past it. */
export const NUMBER_BYTES = 32;

/**
 * Writes JSON text as UTF-8 into one growing array. Hot loops `reserve` room and store through
 * `view` at `length` themselves.
 */
export class JsonWriter {
  /** What was written so far and room behind it. */
  bytes: Uint8Array;
  /** The same memory, for storing several bytes at once. */
  view: DataView;
  /** Number of bytes written. */
  length = 0;
  private readonly quoted = new Map<number, string>();
  private readonly values = new Map<number, string | null>();

  constructor(
    expectedBytes: number,
    private readonly strings: readonly string[]
  ) {
    this.bytes = new Uint8Array(expectedBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Appends text as it is. */
  raw(text: string): void {
    this.reserve(text.length * 3);
    this.length += utf8.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  // hot
  /** Appends bytes of text as they are. */
  put(text: Uint8Array): void {
    this.reserve(text.length);
    const { bytes, length } = this;
    for (let at = 0; at < text.length; at++) bytes[length + at] = text[at];
    this.length = length + text.length;
  }

  // hot
  /** Appends a whole number ≥ 0. */
  putWhole(value: number): void {
    this.reserve(NUMBER_BYTES);
    this.length = putWhole(this.view, this.length, value);
  }

  /** The profile's string `index` as a JSON string. */
  quote(index: number): string {
    let text = this.quoted.get(index);
    if (text === undefined) {
      text = quoteText(this.strings[index]);
      this.quoted.set(index, text);
    }
    return text;
  }

  /**
   * The profile's string `index`, which is JSON, written anew, so that nothing else can get in; null
   * when it is none.
   */
  json(index: number): string | null {
    const known = this.values.get(index);
    if (known !== undefined) return known;
    const text = compactJson(this.strings[index]);
    this.values.set(index, text);
    return text;
  }

  /** Takes the last `count` bytes back. */
  unwrite(count: number): void {
    this.length -= count;
  }

  /** What was written; shares the writer's memory unless much of it is unused. */
  toBytes(): Uint8Array {
    const written = this.bytes.subarray(0, this.length);
    return this.length * 1.25 < this.bytes.length ? written.slice() : written;
  }
}

function compactJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

/** `text` as a JSON string that is valid UTF-8: a lone surrogate becomes U+FFFD. */
export function quoteText(text: string): string {
  return JSON.stringify(wellFormed(text));
}

/** Whole nanoseconds ≥ 0 as microseconds with three decimals. */
export function microseconds(ns: number): string {
  const us = Math.floor(ns / 1000);
  return `${us}.${String(ns - us * 1000).padStart(3, '0')}`;
}

// hot
/**
 * Stores whole nanoseconds ≥ 0 as microseconds with three decimals and returns the place behind
 * them. {@link NUMBER_BYTES} have to be free.
 */
export function putMicroseconds(view: DataView, at: number, ns: number): number {
  const us = Math.floor(ns / 1000);
  const end = putWhole(view, at, us);
  view.setUint32(end, FRACTIONS[ns - us * 1000], true);
  return end + 4;
}

// hot
function putWhole(view: DataView, at: number, value: number): number {
  if (value >= 1e9) {
    const head = Math.floor(value / 1e9);
    const tail = value - head * 1e9;
    const middle = putWhole(view, at, head);
    view.setUint32(middle, PADDED[(tail / 1e6) | 0], true);
    view.setUint32(middle + 3, PADDED[((tail / 1e3) | 0) % 1000], true);
    view.setUint32(middle + 6, PADDED[tail % 1000], true);
    return middle + 9;
  }
  const low = value | 0;
  if (low < 1000) return putTrimmed(view, at, low);
  const thousands = (low / 1000) | 0;
  if (low < 1_000_000) {
    const end = putTrimmed(view, at, thousands);
    view.setUint32(end, PADDED[low - thousands * 1000], true);
    return end + 3;
  }
  const millions = (low / 1_000_000) | 0;
  const end = putTrimmed(view, at, millions);
  view.setUint32(end, PADDED[thousands - millions * 1000], true);
  view.setUint32(end + 3, PADDED[low - thousands * 1000], true);
  return end + 6;
}

function putTrimmed(view: DataView, at: number, value: number): number {
  view.setUint32(at, TRIMMED[value], true);
  return at + (value < 10 ? 1 : value < 100 ? 2 : 3);
}
