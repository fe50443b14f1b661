import { NUMBER_BYTES, putWhole } from '../../../base/digits';
import { GrowingBytes } from '../../../base/growing';
import { wellFormed } from './wellFormed';

/** Writes JSON text as UTF-8. */
export class JsonWriter extends GrowingBytes {
  readonly #quoted = new Map<number, string>();
  readonly #values = new Map<number, string | null>();

  constructor(
    expectedBytes: number,
    private readonly strings: readonly string[]
  ) {
    super(expectedBytes);
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
    let text = this.#quoted.get(index);
    if (text === undefined) {
      text = quoteText(this.strings[index]);
      this.#quoted.set(index, text);
    }
    return text;
  }

  /**
   * The profile's string `index`, which is JSON, rewritten, so that nothing else can get in; null if it
   * is invalid.
   */
  json(index: number): string | null {
    const known = this.#values.get(index);
    if (known !== undefined) return known;
    const text = compactJson(this.strings[index]);
    this.#values.set(index, text);
    return text;
  }

  /** Takes the last `count` bytes back. */
  unwrite(count: number): void {
    this.length -= count;
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
