/*
 * Numbers as ASCII digits, three of them stored at once. Each function stores at a place in memory and
 * returns the place behind; it may store some bytes past that, so NUMBER_BYTES have to be free.
 */

const [ZERO, POINT] = [0x30, 0x2e];

const digits = (value: number): number[] => [
  ZERO + Math.floor(value / 100),
  ZERO + (Math.floor(value / 10) % 10),
  ZERO + (value % 10)
];

const word = (bytes: readonly number[]): number =>
  bytes.reduce((sum, byte, at) => sum + byte * 256 ** at, 0);

/** `000` … `999` as little-endian words, each stored in one write; the fourth byte is overwritten. */
const PADDED = Uint32Array.from({ length: 1000 }, (_, value) => word(digits(value)));
/** The same without leading zeros. */
const TRIMMED = Uint32Array.from({ length: 1000 }, (_, value) =>
  word(digits(value).slice(value < 10 ? 2 : value < 100 ? 1 : 0))
);
/** `.000` … `.999`. */
const FRACTIONS = Uint32Array.from({ length: 1000 }, (_, value) => word([POINT, ...digits(value)]));

/** The maximum length of a number in bytes, including bytes written past its end. */
export const NUMBER_BYTES = 32;

// hot
/** Stores a whole number ≥ 0, up to 2⁵³. */
export function putWhole(view: DataView, at: number, value: number): number {
  if (value >= 1e9) {
    const head = Math.floor(value / 1e9);
    return putNine(view, putWhole(view, at, head), value - head * 1e9);
  }
  const low = value | 0;
  if (low < 1000) return putTrimmed(view, at, low);
  const thousands = (low / 1000) | 0;
  if (low < 1_000_000) {
    return putThree(view, putTrimmed(view, at, thousands), low - thousands * 1000);
  }
  const millions = (low / 1_000_000) | 0;
  return putSix(view, putTrimmed(view, at, millions), low - millions * 1_000_000);
}

// hot
/** Stores a whole number of thousandths ≥ 0 as a number with three decimals. */
export function putThousandths(view: DataView, at: number, thousandths: number): number {
  const whole = Math.floor(thousandths / 1000);
  return putFraction(view, putWhole(view, at, whole), thousandths - whole * 1000);
}

// hot
/** Stores a point and the three digits of a whole number below 1,000. */
export function putFraction(view: DataView, at: number, value: number): number {
  view.setUint32(at, FRACTIONS[value], true);
  return at + 4;
}

// hot
/** Stores all nine digits of a whole number below 10⁹. */
export function putNine(view: DataView, at: number, value: number): number {
  const millions = (value / 1_000_000) | 0;
  return putSix(view, putThree(view, at, millions), value - millions * 1_000_000);
}

// hot
/** Stores all six digits of a whole number below 10⁶. */
export function putSix(view: DataView, at: number, value: number): number {
  const thousands = (value / 1000) | 0;
  return putThree(view, putThree(view, at, thousands), value - thousands * 1000);
}

function putThree(view: DataView, at: number, value: number): number {
  view.setUint32(at, PADDED[value], true);
  return at + 3;
}

function putTrimmed(view: DataView, at: number, value: number): number {
  view.setUint32(at, TRIMMED[value], true);
  return at + (value < 10 ? 1 : value < 100 ? 2 : 3);
}
