import { NUMBER_BYTES, putWhole } from '../../../base/digits';
import { wellFormed } from './wellFormed';

const utf8 = new TextEncoder();

/**
 * Writes JSON text as UTF-8 into one growing array. Hot loops `reserve` room and store through
 * `view` at `length` themselves.
 */
export class JsonWriter {
  /** The bytes written so far, with room after them. */
  bytes: Uint8Array;
  /** The same memory, for storing several bytes in one write. */
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
   * The profile's string `index`, which is JSON, rewritten, so that nothing else can get in; null if it
   * is invalid.
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

  /** The bytes written; shares the writer's memory unless much of it is unused. */
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
