/** Sizes around those at which what doubles has to grow: 2ⁿ − 2 … 2ⁿ + 2, up to `2 ** most`. */
export function sizesAroundGrowths(most: number): number[] {
  const sizes = new Set<number>();
  for (let power = 0; power <= most; power++) {
    for (let off = -2; off <= 2; off++) sizes.add(Math.max(0, 2 ** power + off));
  }
  return [...sizes];
}
