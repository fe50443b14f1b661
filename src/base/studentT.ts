/** Steps that halve an interval down to the precision of a double. */
const STEPS = 60;

/**
 * The 97.5 % quantile of Student's t with `degrees` degrees of freedom, an integer ≥ 1: the number of
 * standard errors by which a 95 % confidence interval extends to each side of a mean.
 */
export function studentT95(degrees: number): number {
  let low = 1.9;
  let high = 12.8;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (centralShare(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(|T| ≤ t): Abramowitz and Stegun, 26.7.3 (odd) and 26.7.4 (even degrees of freedom). */
function centralShare(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  const series = powerSeries(cosine, degrees);
  if (!isOdd) return Math.sin(angle) * series;
  return (2 / Math.PI) * (angle + Math.sin(angle) * series);
}

/** cos + ⅔ cos³ + … for odd degrees of freedom, 1 + ½ cos² + … for even ones, up to degrees − 2. */
function powerSeries(cosine: number, degrees: number): number {
  const first = degrees % 2;
  let term = first === 1 ? cosine : 1;
  let sum = 0;
  for (let power = first; power <= degrees - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine ** 2;
  }
  return sum;
}
