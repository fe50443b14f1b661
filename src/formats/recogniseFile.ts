import { Byte, JsonCursor } from './chrome/reader/jsonCursor';
import { ProtobufError, ProtobufReader, Wire } from './perfetto/reader/protobufReader';
import { TraceImportError } from './shared/imported/traceImportError';

/** What a file is by its first bytes. */
export type FileForm =
  | 'kscope'
  | 'sqlite'
  | 'gzip'
  | 'json'
  | 'cpuprofile'
  | 'heapprofile'
  | 'perfetto'
  | 'empty'
  | 'unknown';

const KSCOPE = 'KSCOPE\r\n';
const SQLITE = 'SQLite format 3\0';
/** Byte before each packet of a Perfetto trace. */
const PACKET_TAG = 0x0a;
/** Members that CPU profiles, traces and allocation profiles begin with. */
const TELLING_KEYS: readonly string[] = ['nodes', 'traceEvents', 'head'];
/** Beginnings of packets that are looked at. */
const PACKETS = 8;

/** What bytes are, told by their content alone; names of files do not matter. */
export function recogniseFile(bytes: Uint8Array): FileForm {
  if (bytes.length === 0) return 'empty';
  if (startsWith(bytes, KSCOPE)) return 'kscope';
  if (startsWith(bytes, SQLITE)) return 'sqlite';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (isPerfetto(bytes)) return 'perfetto';
  if (!isJson(bytes)) return 'unknown';
  return formOfJson(bytes);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

/** Whether the first packets follow each other as those of a trace do; the last may be cut off. */
function isPerfetto(bytes: Uint8Array): boolean {
  const reader = new ProtobufReader(bytes);
  try {
    let packet = 0;
    while (packet < PACKETS && reader.next() && isPacket(reader)) packet++;
    return packet === PACKETS || (packet > 0 && reader.at >= bytes.length);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    return bytes[0] === PACKET_TAG && !isJson(bytes);
  }
}

/** Passes a packet; false for a field that is none. */
function isPacket(reader: ProtobufReader): boolean {
  if (reader.field !== 1 || reader.wire !== Wire.bytes) return false;
  reader.within(() => skipFields(reader));
  return true;
}

function skipFields(reader: ProtobufReader): void {
  while (reader.next()) reader.skip();
}

/** Whether the first letter is one that JSON begins with, behind white space and a byte order mark. */
function isJson(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && bytes[at] <= 0x20) at++;
  return at < bytes.length && '{["-0123456789tfn'.includes(String.fromCharCode(bytes[at]));
}

/** What an object is by the first of its members that tells; `json` where none does. */
function formOfJson(bytes: Uint8Array): FileForm {
  const cursor = new JsonCursor(bytes, bytes[0] === 0xef ? 3 : 0);
  try {
    cursor.expect(Byte.openObject);
    let key = nextKey(cursor);
    while (!TELLING_KEYS.includes(key)) {
      cursor.expect(Byte.colon);
      cursor.skipValue();
      cursor.expect(Byte.comma);
      key = nextKey(cursor);
    }
    if (key === 'nodes') return 'cpuprofile';
    return key === 'head' && isHeapNode(cursor) ? 'heapprofile' : 'json';
  } catch (error) {
    if (error instanceof TraceImportError) return 'json';
    throw error;
  }
}

/** Whether the value behind a key is a node of a tree of allocations. */
function isHeapNode(cursor: JsonCursor): boolean {
  cursor.expect(Byte.colon);
  cursor.expect(Byte.openObject);
  return nextKey(cursor) === 'callFrame';
}

function nextKey(cursor: JsonCursor): string {
  cursor.readText();
  const { bytes, textFrom, textTo } = cursor;
  return String.fromCharCode(...bytes.subarray(textFrom, Math.min(textTo, textFrom + 16)));
}
