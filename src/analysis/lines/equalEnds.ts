/** The lines that two texts have in common at their beginnings and at their ends; they never overlap. */
export interface EqualEnds {
  readonly head: number;
  readonly tail: number;
}

/** How many lines two texts begin with alike and, behind those, end with alike. */
export function equalEnds(before: readonly string[], after: readonly string[]): EqualEnds {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}
