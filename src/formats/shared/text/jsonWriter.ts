import { NUMBER_BYTES, putWhole } from '../../../base/notation/digits';
import { GrowingBytes } from '../../../base/growing';
import { wellFormed } from './clipText';

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

/** Behind each item that is not the last one: a comma and a line end. */
export const ITEM_END = ',\n';

/** Writes a JSON array; `write` ends each of its items with {@link ITEM_END}. */
export function writeList(writer: JsonWriter, write: () => void): void {
  writer.raw('[\n');
  const before = writer.length;
  write();
  if (writer.length > before) writer.unwrite(ITEM_END.length);
  writer.raw('\n]');
}

/**
 * A number of nanoseconds, bytes or pieces, rounded to thousandths, which is precise enough, as
 * averages would otherwise have 17 digits. Numbers above 10¹² stay as they are; infinity becomes the
 * largest number, as JSON has no infinity.
 */
export function inThousandths(value: number): number {
  if (Math.abs(value) < 1e12) return Math.round(value * 1e3) / 1e3;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
