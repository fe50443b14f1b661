/** Compresses to a raw DEFLATE stream (RFC 1951), such as Node's `deflateRawSync`. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/**
 * Undoes {@link Deflate}. `rawBytes` is the exact size that the result has to have; an
 * implementation never yields more and throws on a damaged stream.
 */
export type Inflate = (bytes: Uint8Array, rawBytes: number) => Uint8Array;

/** {@link Inflate} where only streams are at hand, as in browsers. */
export type AsyncInflate = (bytes: Uint8Array, rawBytes: number) => Promise<Uint8Array>;
