import { Byte } from '../../../base/json/jsonCursor';

const { quote: QUOTE, backslash: BACKSLASH } = Byte;

const SPACE = 0x20;

/** JSON text without the white space between its parts; at most its first `limit` bytes. */
export function compactJson(bytes: Uint8Array, from: number, to: number, limit: number): string {
  const compact = new Uint8Array(Math.min(to - from, limit));
  let length = 0;
  let isText = false;
  for (let at = from; at < to && length < limit; at++) {
    const byte = bytes[at];
    if (byte <= SPACE && !isText) continue;
    compact[length++] = byte;
    if (byte === QUOTE) isText = !isText;
    if (byte === BACKSLASH && isText && length < limit) compact[length++] = bytes[++at];
  }
  return new TextDecoder().decode(compact.subarray(0, length));
}
