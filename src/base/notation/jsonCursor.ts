import { KernelscopeError } from '../errors';
import { FIRST_HASH } from '../text';

export const Byte = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d
} as const;

const SPACE = 0x20;

/** Text that is not JSON, or not of the expected form; the message says where. */
export class JsonError extends KernelscopeError {}

/** The text ends in the middle of a value: everything read before is complete. */
export class JsonCutOffError extends JsonError {}

/** The form of a text in the file: as it is, with escape sequences, as JSON. */
export const JsonForm = { plain: 0, escaped: 1, json: 2 } as const;

/**
 * Moves through JSON text value by value, without making objects of it. Nothing in it recurses. It
 * accepts damage in values that are skipped; `JsonReader` checks them.
 */
export class JsonCursor {
  /** The result of {@link readText}: the offset of the text between the quotes, and its hash. */
  textFrom = 0;
  textTo = 0;
  textHash = 0;
  /** One of `JsonForm`. */
  textForm: number = JsonForm.plain;

  constructor(
    readonly bytes: Uint8Array,
    /** The current position; at first behind a byte order mark. */
    public at = hasByteOrderMark(bytes) ? 3 : 0
  ) {}

  // hot
  /** The next byte that is not white space; the cursor is on it. @throws JsonCutOffError */
  peek(): number {
    const { bytes } = this;
    const { length } = bytes;
    while (this.at < length) {
      const byte = bytes[this.at];
      if (byte > SPACE) return byte;
      this.at++;
    }
    throw new JsonCutOffError(`it ends at byte ${length} within a value`);
  }

  /** True if only white space follows. */
  isAtEnd(): boolean {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] <= SPACE) this.at++;
    return this.at >= bytes.length;
  }

  /** Passes the next byte if it is `byte`, and says whether it was. */
  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  /** Passes `byte`. @throws JsonError for another one. */
  expect(byte: number): void {
    if (!this.take(byte)) this.fail(`"${String.fromCharCode(byte)}"`);
  }

  /** @throws JsonError that names the unexpected byte, its position and the expected one. */
  fail(wanted: string): never {
    const found = String.fromCharCode(this.bytes[this.at]);
    throw new JsonError(`at byte ${this.at} it has ${JSON.stringify(found)} instead of ${wanted}`);
  }

  // hot
  /** Skips a text and records its position. */
  readText(): void {
    if (!this.take(Byte.quote)) this.fail('a text');
    const { bytes } = this;
    const { length } = bytes;
    let at = this.at;
    let hash = FIRST_HASH;
    this.textFrom = at;
    let form: number = JsonForm.plain;
    for (; at < length; at++) {
      let byte = bytes[at];
      if (byte === Byte.quote) break;
      if (byte === Byte.backslash) {
        form = JsonForm.escaped;
        hash = Math.imul(hash ^ byte, 0x01000193);
        byte = bytes[++at];
      }
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    if (at >= length) throw new JsonCutOffError(`it ends at byte ${length} within a text`);
    this.textTo = at;
    this.textHash = hash;
    this.textForm = form;
    this.at = at + 1;
  }

  /** Skips a number, a word, or anything else up to the next separator. */
  readLiteral(): void {
    const { bytes } = this;
    let hash = FIRST_HASH;
    this.peek();
    const from = this.at;
    let at = from;
    for (; at < bytes.length && !isSeparator(bytes[at]); at++) {
      hash = Math.imul(hash ^ bytes[at], 0x01000193);
    }
    if (at >= bytes.length) throw new JsonCutOffError(`it ends at byte ${at} within a value`);
    this.at = at;
    if (at === from) this.fail('a value');
    this.textFrom = from;
    this.textTo = at;
    this.textHash = hash;
    this.textForm = JsonForm.plain;
  }

  /** Skips a text or a literal, and records its position, without quotes. */
  readScalar(): void {
    if (this.peek() === Byte.quote) this.readText();
    else this.readLiteral();
  }

  // hot
  /** Passes any value, however deep. */
  skipValue(): void {
    const first = this.peek();
    if (first !== Byte.openObject && first !== Byte.openList) {
      this.readScalar();
      return;
    }
    let depth = 0;
    do {
      const byte = this.peek();
      if (byte === Byte.quote) {
        this.#skipText();
        continue;
      }
      if (byte === Byte.openObject || byte === Byte.openList) depth++;
      else if (byte === Byte.closeObject || byte === Byte.closeList) depth--;
      this.at++;
    } while (depth > 0);
  }

  // hot
  /** Skips any value and records its position, as written. */
  readWhole(): void {
    this.peek();
    const { bytes, at: from } = this;
    this.skipValue();
    let hash = FIRST_HASH;
    for (let at = from; at < this.at; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
    this.textFrom = from;
    this.textTo = this.at;
    this.textHash = hash;
    this.textForm = JsonForm.json;
  }

  #skipText(): void {
    const { bytes } = this;
    let at = this.at + 1;
    while (at < bytes.length && bytes[at] !== Byte.quote) {
      at += bytes[at] === Byte.backslash ? 2 : 1;
    }
    if (at >= bytes.length) throw new JsonCutOffError(`it ends at byte ${at} within a text`);
    this.at = at + 1;
  }
}

function isSeparator(byte: number): boolean {
  return (
    byte <= SPACE ||
    byte === Byte.comma ||
    byte === Byte.closeObject ||
    byte === Byte.closeList ||
    byte === Byte.colon ||
    byte === Byte.quote ||
    byte === Byte.openObject ||
    byte === Byte.openList
  );
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
