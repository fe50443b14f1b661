/** Fields of protobuf messages as bytes, for messages that no writer of ours makes. */

/** A number without sign, or a negative one as `int64`, seven bits a byte. */
function varint(value: number | bigint): number[] {
  const encoded: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 127n; left >>= 7n) encoded.push(Number(left & 127n) | 128);
  return [...encoded, Number(left)];
}

/** A whole number. */
export function uint(field: number, value: number | bigint): number[] {
  return [...varint(field * 8), ...varint(value)];
}

/** A floating point number. */
export function double(field: number, value: number): number[] {
  return [...varint(field * 8 + 1), ...new Uint8Array(Float64Array.of(value).buffer)];
}

/** A message of some fields, or the bytes of one. */
export function bytes(field: number, ...parts: readonly number[][]): number[] {
  const content = parts.flat();
  return [...varint(field * 8 + 2), ...varint(content.length), ...content];
}

/** A text in UTF-8. */
export function text(field: number, value: string): number[] {
  return bytes(field, [...Buffer.from(value)]);
}
