/** C's `%.4f` of a single-precision number: an exact half is rounded to the even digit. */
export function fourDecimals(value: number): string {
  return (roundHalfEven(value * 1e4) / 1e4).toFixed(4);
}

/** C's `%.4g` of a single-precision number, rounded as {@link fourDecimals} rounds. */
export function fourDigits(value: number): string {
  if (value === 0) return '0';
  const power = Number(value.toExponential(20).split('e')[1]);
  const digits = roundHalfEven(power <= 3 ? value * 10 ** (3 - power) : value / 10 ** (power - 3));
  const [mantissa, exponent] = digits.toExponential().split('e');
  const shown = power - 3 + Number(exponent);
  if (shown >= -4 && shown < 4) return String(Number(`${digits}e${power - 3}`));
  const sign = shown < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(shown)).padStart(2, '0')}`;
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
