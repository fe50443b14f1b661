import { GrowingBytes } from '../../../base/growing';
import { Byte } from '../../../base/notation/jsonCursor';

const {
  quote: QUOTE,
  backslash: BACKSLASH,
  comma: COMMA,
  colon: COLON,
  openList: OPEN_LIST,
  closeList: CLOSE_LIST,
  openObject: OPEN_OBJECT,
  closeObject: CLOSE_OBJECT
} = Byte;

const [SPACE, LINE_END, RETURN, TAB] = [0x20, 0x0a, 0x0d, 0x09];

/**
 * A JSON document (UTF-8) with each member and element on a separate line, indented by `indent` spaces
 * for each list or object around it, like `JSON.stringify` and Python's `json`. Numbers and texts stay
 * as written, byte for byte. The document has to be valid.
 */
export function indentJson(json: Uint8Array, indent: number): Uint8Array {
  const output = new IndentedOutput(json.length * 2 + 64, indent);
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      const end = endOfText(json, at);
      output.copy(json, at, end);
      at = end - 1;
    } else if (!isSpace(byte)) {
      output.putToken(byte);
    }
  }
  return output.written();
}

/** The place behind the closing quote of the text that begins at `from`. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_END || byte === RETURN || byte === TAB;
}

class IndentedOutput extends GrowingBytes {
  #depth = 0;
  /** True right behind an opening bracket: an empty list or object stays on its line. */
  #isOpening = false;

  constructor(
    expectedBytes: number,
    private readonly indent: number
  ) {
    super(expectedBytes);
  }

  copy(from: Uint8Array, begin: number, end: number): void {
    this.#beginValue();
    this.reserve(end - begin);
    this.bytes.set(from.subarray(begin, end), this.length);
    this.length += end - begin;
  }

  putToken(byte: number): void {
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(byte);
    else this.#putOther(byte);
  }

  #putOther(byte: number): void {
    this.#beginValue();
    this.#put(byte);
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.#depth++;
      this.#isOpening = true;
    } else if (byte === COMMA) {
      this.#breakLine();
    } else if (byte === COLON) {
      this.#put(SPACE);
    }
  }

  #close(byte: number): void {
    this.#depth--;
    if (!this.#isOpening) this.#breakLine();
    this.#isOpening = false;
    this.#put(byte);
  }

  #beginValue(): void {
    if (!this.#isOpening) return;
    this.#isOpening = false;
    this.#breakLine();
  }

  #breakLine(): void {
    const spaces = this.#depth * this.indent;
    this.reserve(spaces + 1);
    this.bytes[this.length] = LINE_END;
    this.bytes.fill(SPACE, this.length + 1, this.length + 1 + spaces);
    this.length += spaces + 1;
  }

  #put(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }
}
