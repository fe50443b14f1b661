/** Compresses to a raw DEFLATE stream (RFC 1951), such as Node's `deflateRawSync`. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/**
 * Reverses {@link Deflate}. `rawBytes` is the exact size of the result; an implementation never returns
 * more and throws for a damaged stream.
 */
export type Inflate = (bytes: Uint8Array, rawBytes: number) => Uint8Array;

/** {@link Inflate} where only streams are available, as in browsers. */
export type AsyncInflate = (bytes: Uint8Array, rawBytes: number) => Promise<Uint8Array>;

/** Size that any compressed file may inflate to, bytes. */
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024;

/** The maximum growth from file to content beyond that; profiles and traces reach 2 to 30. */
const MAX_GROWTH = 256;

/**
 * The maximum size, in bytes, of the content of a compressed file of `fileBytes`: `most`, or less if
 * the file is too small for that. DEFLATE packs zeros 1,000 to 1, so with a fixed limit a file of 1 MB
 * could take 1 GB of memory.
 */
export function inflationLimit(fileBytes: number, most: number): number {
  return Math.min(most, Math.max(ALWAYS_ALLOWED_BYTES, fileBytes * MAX_GROWTH));
}
