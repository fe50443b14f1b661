/** Bytes of one message: a multiple of three, so that only the last one's text is padded. */
const PART_BYTES = 3 * 256 * 1024;

/** Most characters of one message's bytes. */
export const MAX_PART_CHARACTERS = (PART_BYTES / 3) * 4;

/** The parts of `bytes` in their order as Base64: bytes within messages do not reach every version of VS Code. */
export function* base64Parts(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    yield toBase64(bytes.subarray(at, at + PART_BYTES));
  }
}

/**
 * The bytes of a part.
 *
 * @throws DOMException if it is not Base64
 */
export function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
}

/** By what browsers have too: VS Code also runs extensions there. */
function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    texts.push(String.fromCharCode(...bytes.subarray(at, at + step)));
  }
  return btoa(texts.join(''));
}

/** The bytes of parts, one after the other. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
