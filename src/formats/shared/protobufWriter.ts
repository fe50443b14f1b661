import { GrowingBytes } from '../../base/growing';

/** Bytes of a length whose value is known only after its content: a padded varint. */
const PADDED_LENGTH_BYTES = 4;

/** Most bytes of a whole number up to 2⁵³. */
const VARINT_BYTES = 8;

const utf8 = new TextEncoder();

/**
 * Writes protobuf fields. Hot loops take `bytes` and `length` into local variables, `reserve` room, put
 * bytes themselves and store `length` back.
 */
export class ProtobufWriter extends GrowingBytes {
  constructor(expectedBytes = 4096) {
    super(expectedBytes);
  }

  /** A whole number ≥ 0, up to 2⁵³. */
  uint(field: number, value: number): void {
    const bytes = this.reserve(20);
    this.length = putVarint(bytes, putVarint(bytes, this.length, field * 8), value);
  }

  /** A whole number of either sign, up to 2⁵³ in size, as `int64` has it: two's complement. */
  int(field: number, value: number): void {
    if (value >= 0) this.uint(field, value);
    else this.int64(field, BigInt(value));
  }

  /** A 64-bit whole number. */
  uint64(field: number, value: bigint): void {
    const bytes = this.reserve(20);
    let at = putVarint(bytes, this.length, field * 8);
    let rest = value;
    for (; rest > 127n; rest >>= 7n) bytes[at++] = Number(rest & 127n) | 128;
    bytes[at++] = Number(rest);
    this.length = at;
  }

  /** A 64-bit whole number of either sign, as `int64` has it. */
  int64(field: number, value: bigint): void {
    this.uint64(field, BigInt.asUintN(64, value));
  }

  /** Whole numbers ≥ 0, up to 2⁵³, as one packed field. */
  packed(field: number, values: readonly number[]): void {
    this.message(field, () => {
      const bytes = this.reserve(values.length * VARINT_BYTES);
      for (const value of values) this.length = putVarint(bytes, this.length, value);
    });
  }

  /** A 64-bit floating point number. */
  double(field: number, value: number): void {
    this.view.setFloat64(this.#eightBytes(field), value, true);
  }

  /** A whole number ≥ 0 in eight bytes; one that is no bigint up to 2⁵³. */
  fixed64(field: number, value: number | bigint): void {
    const at = this.#eightBytes(field);
    if (typeof value === 'bigint') {
      this.view.setBigUint64(at, value, true);
      return;
    }
    this.view.setUint32(at, value % 2 ** 32, true);
    this.view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
  }

  /** Text as UTF-8; a lone surrogate becomes U+FFFD. */
  text(field: number, value: string): void {
    const worstBytes = value.length * 3;
    const bytes = this.reserve(worstBytes + 20);
    const lengthAt = putVarint(bytes, this.length, field * 8 + 2);
    const contentAt = lengthAt + PADDED_LENGTH_BYTES;
    const { written } = utf8.encodeInto(value, bytes.subarray(contentAt));
    putPaddedLength(bytes, lengthAt, written);
    this.length = contentAt + written;
  }

  /** Bytes as they are. */
  blob(field: number, value: Uint8Array): void {
    this.message(field, () => {
      this.reserve(value.length).set(value, this.length);
      this.length += value.length;
    });
  }

  /** A message whose fields `write` writes. */
  message(field: number, write: () => void): void {
    const lengthAt = putVarint(this.reserve(20), this.length, field * 8 + 2);
    const contentAt = lengthAt + PADDED_LENGTH_BYTES;
    this.length = contentAt;
    write();
    putPaddedLength(this.bytes, lengthAt, this.length - contentAt);
  }

  /** Room for eight bytes after their tag; returns its offset. */
  #eightBytes(field: number): number {
    const at = putVarint(this.reserve(20), this.length, field * 8 + 1);
    this.length = at + 8;
    return at;
  }
}

// hot
/** Puts a whole number in 0 … 2⁵³ at `at` and returns the place behind it. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  while (rest > 0x7fff_ffff) {
    bytes[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  let small = rest | 0;
  while (small > 127) {
    bytes[at++] = (small & 127) | 128;
    small >>>= 7;
  }
  bytes[at] = small;
  return at + 1;
}

function putPaddedLength(bytes: Uint8Array, at: number, length: number): void {
  bytes[at] = (length & 127) | 128;
  bytes[at + 1] = ((length >>> 7) & 127) | 128;
  bytes[at + 2] = ((length >>> 14) & 127) | 128;
  bytes[at + 3] = (length >>> 21) & 127;
}
