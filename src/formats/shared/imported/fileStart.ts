import { Byte, JsonCursor, JsonError } from '../../../base/json/jsonCursor';

/** Members of JSON objects that distinguish formats; the first of them in a file decides. */
const TELLING_MEMBERS: readonly string[] = ['nodes', 'traceEvents', 'head'];

/** The content of a file as formats look at it to recognise their own; names of files do not matter. */
export class FileStart {
  private member: string | null | undefined;

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
   * The first member of a JSON object that identifies its format: `nodes`, `traceEvents` or `head`.
   * Null if there is none, for other JSON, and for anything else.
   */
  get tellingMember(): string | null {
    if (this.member === undefined) {
      this.member = this.isJson ? intact(() => tellingMember(new JsonCursor(this.bytes))) : null;
    }
    return this.member;
  }

  /** The first member of the object that is the value of {@link tellingMember}; null without one. */
  get firstMemberWithin(): string | null {
    if (this.tellingMember === null) return null;
    return intact(() => {
      const cursor = new JsonCursor(this.bytes);
      tellingMember(cursor);
      cursor.expect(Byte.colon);
      cursor.expect(Byte.openObject);
      return nextMember(cursor);
    });
  }
}

function tellingMember(cursor: JsonCursor): string {
  cursor.expect(Byte.openObject);
  let member = nextMember(cursor);
  while (!TELLING_MEMBERS.includes(member)) {
    cursor.expect(Byte.colon);
    cursor.skipValue();
    cursor.expect(Byte.comma);
    member = nextMember(cursor);
  }
  return member;
}

function nextMember(cursor: JsonCursor): string {
  cursor.readText();
  const { bytes, textFrom, textTo } = cursor;
  return String.fromCharCode(...bytes.subarray(textFrom, Math.min(textTo, textFrom + 16)));
}

/** The result of `read`; null if the JSON is damaged or of another form. */
function intact(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
