/** A random source: each call gives the next number in 0 ≤ x < 1. */
export type Random = () => number;

/** Reproducible random numbers (a 32-bit xorshift) that depend on `seed` alone. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
