/** Codes of two bytes: 0 stands for a cell without time, the others for equal factors. */
const LAST_CODE = 65_535;

/** Multiples below this are written as this one. */
const LEAST = 1e-6;

/** The lowest and the highest multiple of a grid. */
export interface CodeRange {
  readonly low: number;
  readonly high: number;
}

/** The range of codes for multiples; `high` is above `low`. */
export function codeRange(multiples: Float32Array): CodeRange {
  let [low, high] = [Infinity, 0];
  for (const multiple of multiples) {
    if (Number.isNaN(multiple)) continue;
    if (multiple < low) low = multiple;
    if (multiple > high) high = multiple;
  }
  const from = Math.max(LEAST, Math.min(low, high));
  return { low: from, high: Math.max(high, from * (1 + LEAST)) };
}

/** The codes of multiples as bytes: the upper ones of all, then the lower ones, which compress less. */
export function encodeMultiples(multiples: Float32Array, { low, high }: CodeRange): Uint8Array {
  const bytes = new Uint8Array(2 * multiples.length);
  const scale = (LAST_CODE - 1) / Math.log(high / low);
  multiples.forEach((multiple, at) => {
    if (Number.isNaN(multiple)) return;
    const code = 1 + Math.round(Math.log(Math.max(low, multiple) / low) * scale);
    bytes[at] = code >> 8;
    bytes[multiples.length + at] = code & 255;
  });
  return bytes;
}

/** The multiples of codes, exact to a 65,534th of the factor between both ends. */
export function decodeMultiples(bytes: Uint8Array, { low, high }: CodeRange): Float32Array {
  const cells = bytes.length / 2;
  const scale = Math.log(high / low) / (LAST_CODE - 1);
  const table = Float32Array.from({ length: LAST_CODE + 1 }, (_, code) =>
    code === 0 ? NaN : low * Math.exp((code - 1) * scale)
  );
  const multiples = new Float32Array(cells);
  for (let at = 0; at < cells; at++) multiples[at] = table[(bytes[at] << 8) | bytes[cells + at]];
  return multiples;
}
