import { KernelscopeError } from '../../base/errors';

/** A text that is not JSON, or not of the expected form; the message begins with the place. */
export class JsonFormError extends KernelscopeError {}

/** Kinds of values, by their first byte. */
export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'true' | 'false' | 'null';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const KINDS: ReadonlyMap<number, JsonKind> = new Map([
  [OPEN_OBJECT, 'object'],
  [OPEN_LIST, 'list'],
  [QUOTE, 'text'],
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
  private at = 0;
  private readonly path: (string | number)[] = [];
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** A byte order mark at the front is left out. */
  constructor(private readonly bytes: Uint8Array) {
    if (BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)) this.at = BYTE_ORDER_MARK.length;
  }

  /** The kind of the next value. */
  kind(): JsonKind {
    const kind = KINDS.get(this.peek());
    return kind ?? this.fail(`a value is missing before ${this.ahead()}`);
  }

  /** Calls `visit` with each key; it has to read or skip the value. */
  object(visit: (key: string) => void): void {
    this.expect('object');
    this.each(CLOSE_OBJECT, () => {
      if (this.peek() !== QUOTE) this.fail(`a key is missing before ${this.ahead()}`);
      const key = this.quoted();
      this.take(COLON);
      this.within(key, () => visit(key));
    });
  }

  /** The first key of the next value that is one of `keys`; null if there is none before its end. */
  findKey(keys: readonly string[]): string | null {
    if (this.kind() !== 'object') return null;
    this.at++;
    while (this.peek() === QUOTE) {
      const key = this.quoted();
      if (keys.includes(key)) return key;
      this.take(COLON);
      this.skip();
      if (this.peek() === COMMA) this.at++;
    }
    return null;
  }

  /** Calls `visit` for each item; it has to read or skip it. */
  list(visit: () => void): void {
    this.expect('list');
    let at = 0;
    this.each(CLOSE_LIST, () => this.within(at++, visit));
  }

  text(): string {
    this.expect('text');
    return this.quoted();
  }

  number(): number {
    this.expect('number');
    const text = this.scalar();
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
    do this.skipToken(closing);
    while (closing.length > 0);
  }

  /** Makes sure that nothing follows. */
  end(): void {
    this.skipSpace();
    if (this.at < this.bytes.length) this.fail(`${this.ahead()} follows the end`);
  }

  /** @throws JsonFormError that says where the reader is, and `problem` */
  fail(problem: string): never {
    throw new JsonFormError(`${this.path.join('.') || 'at the top'}: ${problem}`);
  }

  private expect(kind: JsonKind): void {
    const found = this.kind();
    if (found !== kind) this.fail(`${NAMES[kind]} is missing, here is ${NAMES[found]}`);
  }

  private within(key: string | number, visit: () => void): void {
    this.path.push(key);
    visit();
    this.path.pop();
  }

  /** Calls `visit` before each item up to `close`, and takes the commas between them. */
  private each(close: number, visit: () => void): void {
    this.at++;
    if (this.peek() === close) return void this.at++;
    for (;;) {
      visit();
      if (this.peek() === close) return void this.at++;
      this.take(COMMA);
    }
  }

  private skipToken(closing: number[]): void {
    const byte = this.peek();
    if (closing.length > 0 && (byte === COMMA || byte === COLON)) return void this.at++;
    if (closing.length > 0 && byte === closing[closing.length - 1]) {
      closing.pop();
      return void this.at++;
    }
    const kind = this.kind();
    if (kind === 'text') return this.skipQuoted();
    if (kind !== 'object' && kind !== 'list') return void this.word(kind);
    if (closing.length === MAX_DEPTH) this.fail(`more than ${MAX_DEPTH} values in each other`);
    closing.push(kind === 'object' ? CLOSE_OBJECT : CLOSE_LIST);
    this.at++;
  }

  private word(kind: JsonKind): void {
    const text = this.scalar();
    if (kind !== 'number' && text !== kind) this.fail(`${text.slice(0, SHOWN)} is not a value`);
  }

  /** The bytes up to the next bracket, comma or space, as text. */
  private scalar(): string {
    const from = this.at;
    while (this.at < this.bytes.length && !isDelimiter(this.bytes[this.at])) this.at++;
    return this.decoded(from, this.at);
  }

  private quoted(): string {
    const from = this.at;
    this.skipQuoted();
    const inside = this.decoded(from + 1, this.at - 1);
    if (!NEEDS_PARSING.test(inside)) return inside;
    const value = parsed(`"${inside}"`);
    return typeof value === 'string'
      ? value
      : this.fail(`"${inside.slice(0, SHOWN)}" is not a string`);
  }

  private skipQuoted(): void {
    const { bytes } = this;
    let at = this.at + 1;
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    if (at >= bytes.length) this.fail('the file ends within a text');
    this.at = at + 1;
  }

  private decoded(from: number, to: number): string {
    try {
      return this.decoder.decode(this.bytes.subarray(from, to));
    } catch {
      return this.fail('the text is not UTF-8');
    }
  }

  private take(byte: number): void {
    const sign = String.fromCharCode(byte);
    if (this.peek() !== byte) this.fail(`${sign} is missing before ${this.ahead()}`);
    this.at++;
  }

  /** The next byte that is not white space. */
  private peek(): number {
    this.skipSpace();
    return this.at < this.bytes.length ? this.bytes[this.at] : this.fail('the file ends here');
  }

  private skipSpace(): void {
    while (isSpace(this.bytes[this.at])) this.at++;
  }

  private ahead(): string {
    return `byte ${this.at} (${JSON.stringify(String.fromCharCode(this.bytes[this.at]))})`;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDelimiter(byte: number): boolean {
  const isBracket = byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte === COMMA;
  return isBracket || isSpace(byte) || byte === COLON || byte === QUOTE;
}
