/** Compresses to a raw DEFLATE stream (RFC 1951), such as Node's `deflateRawSync`. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/**
 * Reverses {@link Deflate}. `rawBytes` is the exact size of the result; an implementation never returns
 * more and throws for a damaged stream.
 */
export type Inflate = (bytes: Uint8Array, rawBytes: number) => Uint8Array;

/** {@link Inflate} where only streams are available, as in browsers. */
export type AsyncInflate = (bytes: Uint8Array, rawBytes: number) => Promise<Uint8Array>;
