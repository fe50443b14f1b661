/** Reads the next bytes into `target`; returns their number, 0 at the end. */
export type ReadBytes = (target: Uint8Array) => number;

const CHUNK = 1 << 20;

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [34, 92, 45, 48, 57];

/** Longer strings are clipped, bytes: they are values of the program, not names. */
const MAX_STRING = 240;

/** Reads the JSON of a heap snapshot byte by byte: as one text it may be longer than V8 allows. */
export class SnapshotBytes {
  readonly #chunk = Buffer.allocUnsafe(CHUNK);
  #at = 0;
  #length = 0;

  constructor(private readonly read: ReadBytes) {}

  /** The text before `mark`, which is skipped. @throws Error if there is none within `limit` bytes. */
  textBefore(mark: string, limit: number): string {
    const wanted = Buffer.from(mark);
    const seen: number[] = [];
    let matched = 0;
    while (matched < wanted.length) {
      const byte = this.#next();
      if (byte < 0 || seen.length > limit) throw new Error(`The heap snapshot has no ${mark}`);
      seen.push(byte);
      matched = byte === wanted[matched] ? matched + 1 : byte === wanted[0] ? 1 : 0;
    }
    return Buffer.from(seen.slice(0, -wanted.length)).toString();
  }

  /** Skips everything up to and with `mark`. @throws Error if it does not come. */
  skipPast(mark: string): void {
    const wanted = Buffer.from(mark);
    let matched = 0;
    while (matched < wanted.length) {
      const byte = this.#next();
      if (byte < 0) throw new Error(`The heap snapshot has no ${mark}`);
      matched = byte === wanted[matched] ? matched + 1 : byte === wanted[0] ? 1 : 0;
    }
  }

  /** The next whole number. @throws Error at the end of the file. */
  number(): number {
    let byte = this.#next();
    while (byte !== MINUS && (byte < ZERO || byte > NINE)) {
      if (byte < 0) throw new Error('The heap snapshot is cut off');
      byte = this.#next();
    }
    const isNegative = byte === MINUS;
    let value = isNegative ? 0 : byte - ZERO;
    for (byte = this.#next(); byte >= ZERO && byte <= NINE; byte = this.#next()) {
      value = 10 * value + byte - ZERO;
    }
    return isNegative ? -value : value;
  }

  /** The next string of a list, clipped; null at the end of the list. */
  string(): string | null {
    let byte = this.#next();
    while (byte !== QUOTE) {
      if (byte < 0 || byte === 93) return null;
      byte = this.#next();
    }
    const bytes: number[] = [];
    let isEscaped = false;
    let hasEscapes = false;
    for (byte = this.#next(); byte >= 0 && (byte !== QUOTE || isEscaped); byte = this.#next()) {
      if (bytes.length < MAX_STRING) bytes.push(byte);
      isEscaped = byte === BACKSLASH && !isEscaped;
      hasEscapes ||= isEscaped;
    }
    const text = Buffer.from(bytes).toString();
    return hasEscapes ? unescaped(text) : text;
  }

  #next(): number {
    if (this.#at === this.#length) {
      this.#length = this.read(this.#chunk);
      this.#at = 0;
      if (this.#length === 0) return -1;
    }
    return this.#chunk[this.#at++];
  }
}

/** A clipped text may end within an escape. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text.replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')}"`) as string;
  } catch {
    return text;
  }
}
