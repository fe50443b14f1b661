import { Byte, JsonCursor, JsonError } from '../../../base/notation/jsonCursor';
import { TraceImportError } from './importLimits';

/** Members whose formats are certain, and whose values are most of a large file: none behind are looked for. */
const LAST_MEMBERS: readonly string[] = ['nodes', 'traceEvents'];

/** Members of an object that are looked at; no format has so many. */
const MAX_MEMBERS = 1000;

/** Bytes of a member's name, and of a short value, that are looked at. */
const [MAX_NAME, MAX_VALUE] = [32, 256];

/** Entries of a list that are looked at. */
const MAX_ENTRIES = 100;

/** Bytes of a file that may be text, as far as it is looked at. */
const TEXT_BYTES = 16 * 1024;

/** The content of a file as formats look at it to recognise their own; names of files do not matter. */
export class FileStart {
  /** The members of a JSON object with the offset behind their names; empty for anything else. */
  #members: ReadonlyMap<string, number> | null = null;
  #text: string | null | undefined;

  constructor(readonly bytes: Uint8Array) {}

  /** Whether the file begins with `text`, one byte per letter. */
  startsWith(text: string): boolean {
    return [...text].every((letter, at) => this.bytes[at] === letter.charCodeAt(0));
  }

  /** Whether the first letter begins a JSON object or array, after white space and a byte order mark. */
  get isJson(): boolean {
    const cursor = new JsonCursor(this.bytes);
    if (cursor.isAtEnd()) return false;
    return '{['.includes(String.fromCharCode(cursor.peek()));
  }

  /**
   * Whether a JSON object has all of these members, as far as it is intact. After the large members of some
   * formats, no others are found.
   */
  has(...members: readonly string[]): boolean {
    this.#members ??= membersAt(new JsonCursor(this.bytes));
    return members.every(member => this.#members?.has(member));
  }

  /** The names of the members of the object that is the value of a member; empty for anything else. */
  membersOf(member: string): readonly string[] {
    const cursor = this.#valueOf(member);
    return cursor === null ? [] : [...membersAt(cursor).keys()];
  }

  /** The short value of a member, as written and without quotes; empty without one. */
  valueOf(member: string): string {
    const cursor = this.#valueOf(member);
    if (cursor === null) return '';
    intact(() => cursor.readScalar());
    const { textFrom, textTo } = cursor;
    return latin1(this.bytes.subarray(textFrom, Math.min(textTo, textFrom + MAX_VALUE)));
  }

  /** Whether one of the first entries of a JSON list is an object with this member, or it has no entries. */
  isListWith(member: string): boolean {
    const cursor = new JsonCursor(this.bytes);
    let isFound = false;
    intact(() => {
      cursor.expect(Byte.openList);
      isFound = cursor.peek() === Byte.closeList;
      for (let entry = 0; entry < MAX_ENTRIES && !isFound; entry++) {
        if (cursor.peek() === Byte.openObject) {
          isFound = membersAt(new JsonCursor(this.bytes, cursor.at)).has(member);
        }
        cursor.skipValue();
        cursor.take(Byte.comma);
      }
    });
    return isFound;
  }

  /**
   * The first whole lines of a text file, UTF-8 or UTF-16 with a byte order mark; null for other files. The last
   * line of a file is whole even without an end.
   */
  get text(): string | null {
    if (this.#text === undefined) this.#text = textOf(this.bytes);
    return this.#text;
  }

  /** The problem of damaged JSON; null where it is intact, as far as it was looked at. */
  get damage(): string | null {
    if (!this.isJson) return null;
    return intact(() => new JsonCursor(this.bytes).skipValue());
  }

  #valueOf(member: string): JsonCursor | null {
    if (!this.has(member)) return null;
    const cursor = new JsonCursor(this.bytes, this.#members?.get(member));
    return intact(() => cursor.expect(Byte.colon)) === null ? cursor : null;
  }
}

/** The encoding of a text by its byte order mark. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function textOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, TEXT_BYTES));
  if (/[^\P{Cc}\t\n\v\f\r]/u.test(text)) return null;
  return bytes.length <= TEXT_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** The members of the object that a cursor is at, as far as they go. */
function membersAt(cursor: JsonCursor): ReadonlyMap<string, number> {
  const members = new Map<string, number>();
  intact(() => {
    cursor.expect(Byte.openObject);
    while (members.size < MAX_MEMBERS && cursor.peek() === Byte.quote) {
      cursor.readText();
      const { bytes, textFrom, textTo } = cursor;
      const name = latin1(bytes.subarray(textFrom, Math.min(textTo, textFrom + MAX_NAME)));
      if (!members.has(name)) members.set(name, cursor.at);
      if (LAST_MEMBERS.includes(name)) return;
      cursor.expect(Byte.colon);
      cursor.skipValue();
      cursor.take(Byte.comma);
    }
  });
  return members;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** The problem that `read` ends with where the JSON is damaged or of another form, else null. */
function intact(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof JsonError) return error.message;
    throw error;
  }
}

/** Bytes of a file at most: all of it becomes a text. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A file as text: UTF-8, or UTF-16 with a byte order mark. @throws TraceImportError for one that is too large */
export function textDocument(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) {
    throw new TraceImportError(`it has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** The lines of a text one after another, without white space at their ends. */
export function* linesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    yield text.slice(from, to).trimEnd();
    from = to + 1;
  }
}
