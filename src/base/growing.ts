type NumberArray =
  | Float64Array
  | Float32Array
  | Uint32Array
  | Int32Array
  | Uint16Array
  | Uint8Array;

/**
 * An array with the same numbers and room for at least `length`: `array` itself if it has that room,
 * else a new one at least twice as large.
 */
export function withRoom<A extends NumberArray>(array: A, length: number): A {
  if (length <= array.length) return array;
  const ArrayType = array.constructor as new (length: number) => A;
  const larger = new ArrayType(Math.max(2 * array.length, length));
  larger.set(array);
  return larger;
}

const utf8 = new TextEncoder();

/**
 * Bytes that are written into one growing array. Hot loops `reserve` room and store through `bytes` or
 * `view` at `length` themselves.
 */
export class GrowingBytes {
  /** The bytes written so far, with room after them. */
  bytes: Uint8Array;
  /** The same memory, for storing several bytes in one write. */
  view: DataView;
  /** Number of bytes written. */
  length = 0;

  constructor(expectedBytes: number) {
    this.bytes = new Uint8Array(expectedBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `count` more bytes and returns the array, which may be a new one. */
  reserve(count: number): Uint8Array {
    if (this.length + count <= this.bytes.length) return this.bytes;
    this.bytes = withRoom(this.bytes, this.length + count);
    this.view = new DataView(this.bytes.buffer);
    return this.bytes;
  }

  /** Appends text as it is, in UTF-8. */
  raw(text: string): void {
    this.reserve(text.length * 3);
    this.length += utf8.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  /** The bytes written; shares their memory. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** The same, but a copy if much of the memory is unused. */
  toBytes(): Uint8Array {
    const written = this.written();
    return this.length * 1.25 < this.bytes.length ? written.slice() : written;
  }
}
