/** Those of the start: programs may replace them, and Node puts its own in place at the first use. */
const { atob, btoa } = globalThis;

/** Characters that one call of `fromCharCode` takes: far below any engine's limit of arguments. */
const CHUNK = 8192;

/** The bytes in base64, without line ends. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return btoa(parts.join(''));
}

/** The number of characters in which `toBase64` writes so many bytes. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** The bytes of a base64 text. @throws DOMException when it is none */
export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
