import { Byte, JsonCursor, JsonError } from './jsonCursor';

/** Kinds of values, by their first byte. */
export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'true' | 'false' | 'null';

const KINDS: ReadonlyMap<number, JsonKind> = new Map([
  [Byte.openObject, 'object'],
  [Byte.openList, 'list'],
  [Byte.quote, 'text'],
  ...Array.from('-0123456789', sign => [sign.charCodeAt(0), 'number'] as const),
  ['t'.charCodeAt(0), 'true'],
  ['f'.charCodeAt(0), 'false'],
  ['n'.charCodeAt(0), 'null']
]);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Characters of a wrong text that a message shows. */
const SHOWN = 40;

/** Maximum nesting of objects and lists in a skipped value. */
const MAX_DEPTH = 10_000;

/**
 * Reads JSON from bytes, front to back, as the caller requests it. Objects are visited in the order of
 * the text, which `JSON.parse` does not keep for keys that are numbers. Skipped values are not kept:
 * only their brackets and quotes are checked. Nothing recurses except the caller.
 */
export class JsonReader {
  readonly #path: (string | number)[] = [];
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #cursor: JsonCursor;

  /** A byte order mark at the front is left out. */
  constructor(bytes: Uint8Array) {
    this.#cursor = new JsonCursor(bytes);
  }

  /** The kind of the next value. */
  kind(): JsonKind {
    const kind = KINDS.get(this.#peek());
    return kind ?? this.fail(`a value is missing before ${this.#ahead()}`);
  }

  /** Calls `visit` with each key; it has to read or skip the value. */
  object(visit: (key: string) => void): void {
    this.#expect('object');
    this.#each(Byte.closeObject, () => {
      if (this.#peek() !== Byte.quote) this.fail(`a key is missing before ${this.#ahead()}`);
      const key = this.#quoted();
      this.#take(Byte.colon);
      this.#within(key, () => visit(key));
    });
  }

  /** The first key of the next value that is one of `keys`; null if there is none before its end. */
  findKey(keys: readonly string[]): string | null {
    if (this.kind() !== 'object') return null;
    this.#cursor.at++;
    while (this.#peek() === Byte.quote) {
      const key = this.#quoted();
      if (keys.includes(key)) return key;
      this.#take(Byte.colon);
      this.skip();
      if (this.#peek() === Byte.comma) this.#cursor.at++;
    }
    return null;
  }

  /** Calls `visit` for each item; it has to read or skip it. */
  list(visit: () => void): void {
    this.#expect('list');
    let at = 0;
    this.#each(Byte.closeList, () => this.#within(at++, visit));
  }

  text(): string {
    this.#expect('text');
    return this.#quoted();
  }

  number(): number {
    this.#expect('number');
    const text = this.#scalar();
    if (!NUMBER.test(text)) this.fail(`${text.slice(0, SHOWN)} is not a number`);
    const value = Number(text);
    return Number.isFinite(value) ? value : this.fail(`${text.slice(0, SHOWN)} is too large`);
  }

  /** Takes a `null`, if it is the next value. */
  takeNull(): boolean {
    if (this.kind() !== 'null') return false;
    this.skip();
    return true;
  }

  /** Leaves out the next value, whatever it is. */
  skip(): void {
    const closing: number[] = [];
    do this.#skipToken(closing);
    while (closing.length > 0);
  }

  /** Makes sure that nothing follows. */
  end(): void {
    if (!this.#cursor.isAtEnd()) this.fail(`${this.#ahead()} follows the end`);
  }

  /** @throws JsonError that says where the reader is, and `problem` */
  fail(problem: string): never {
    throw new JsonError(`${this.#path.join('.') || 'at the top'}: ${problem}`);
  }

  #expect(kind: JsonKind): void {
    const found = this.kind();
    if (found !== kind) this.fail(`${NAMES[kind]} is missing, here is ${NAMES[found]}`);
  }

  #within(key: string | number, visit: () => void): void {
    this.#path.push(key);
    visit();
    this.#path.pop();
  }

  /** Calls `visit` before each item up to `close`, and takes the commas between them. */
  #each(close: number, visit: () => void): void {
    this.#cursor.at++;
    if (this.#peek() === close) return void this.#cursor.at++;
    for (;;) {
      visit();
      if (this.#peek() === close) return void this.#cursor.at++;
      this.#take(Byte.comma);
    }
  }

  #skipToken(closing: number[]): void {
    const byte = this.#peek();
    const isWithin = closing.length > 0;
    if (isWithin && (byte === Byte.comma || byte === Byte.colon)) return void this.#cursor.at++;
    if (isWithin && byte === closing[closing.length - 1]) {
      closing.pop();
      return void this.#cursor.at++;
    }
    const kind = this.kind();
    if (kind === 'text') return this.#pass('readText');
    if (kind !== 'object' && kind !== 'list') return this.#word(kind);
    if (closing.length === MAX_DEPTH) this.fail(`more than ${MAX_DEPTH} values in each other`);
    closing.push(kind === 'object' ? Byte.closeObject : Byte.closeList);
    this.#cursor.at++;
  }

  #word(kind: JsonKind): void {
    const text = this.#scalar();
    if (kind !== 'number' && text !== kind) this.fail(`${text.slice(0, SHOWN)} is not a value`);
  }

  /** The bytes up to the next bracket, comma or space, as text. */
  #scalar(): string {
    this.#pass('readLiteral');
    return this.#decoded();
  }

  #quoted(): string {
    this.#pass('readText');
    const inside = this.#decoded();
    if (!NEEDS_PARSING.test(inside)) return inside;
    const value = jsonOrNull(`"${inside}"`);
    return typeof value === 'string'
      ? value
      : this.fail(`"${inside.slice(0, SHOWN)}" is not a string`);
  }

  /** Moves the cursor behind a text or a literal. */
  #pass(read: 'readText' | 'readLiteral'): void {
    try {
      this.#cursor[read]();
    } catch (error) {
      if (error instanceof JsonError) this.fail(error.message);
      throw error;
    }
  }

  /** The text or literal that the cursor passed last. */
  #decoded(): string {
    const { bytes, textFrom, textTo } = this.#cursor;
    try {
      return this.#decoder.decode(bytes.subarray(textFrom, textTo));
    } catch {
      return this.fail('the text is not UTF-8');
    }
  }

  #take(byte: number): void {
    const sign = String.fromCharCode(byte);
    if (this.#peek() !== byte) this.fail(`${sign} is missing before ${this.#ahead()}`);
    this.#cursor.at++;
  }

  /** The next byte that is not white space. */
  #peek(): number {
    return this.#cursor.isAtEnd() ? this.fail('the file ends here') : this.#cursor.peek();
  }

  #ahead(): string {
    const { at, bytes } = this.#cursor;
    return `byte ${at} (${JSON.stringify(String.fromCharCode(bytes[at]))})`;
  }
}

const NAMES: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  true: 'true',
  false: 'false',
  null: 'null'
};

/** Escapes, and control characters, which are not allowed. */
const NEEDS_PARSING = /[\\\p{Cc}]/u;

/** The value of a small piece of JSON; null for invalid JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
