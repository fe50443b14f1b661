import { Byte } from '../../../base/notation/jsonCursor';

const { quote: QUOTE, backslash: BACKSLASH, openList: OPEN_LIST, openObject: OPEN_OBJECT } = Byte;

/** Lists and objects that JSON of any length may have. */
const ALWAYS_ALLOWED = 1000;

/** Bytes for each list and object beyond that; profiles have 20 and more. */
const BYTES_EACH = 16;

/**
 * True when JSON has more lists and objects than a profile of its length would: parsed, an empty
 * object takes 20 times the memory of its bytes, so that a small compressed file could fill the
 * memory. Allocates nothing.
 *
 * @param allowed lists and objects that JSON of any length may have; for formats of many short lists
 */
export function isCrowdedJson(bytes: Uint8Array, allowed = ALWAYS_ALLOWED): boolean {
  const most = Math.max(allowed, ALWAYS_ALLOWED + bytes.length / BYTES_EACH);
  let found = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if ((byte === OPEN_LIST || byte === OPEN_OBJECT) && ++found > most) return true;
  }
  return false;
}
