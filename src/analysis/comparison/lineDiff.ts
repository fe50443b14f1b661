/** A line of either text or both, zero-based; null where a text does not have it. */
interface DiffLine {
  readonly before: number | null;
  readonly after: number | null;
}

/** The most cells of the table of a comparison; texts that need more are told apart as a whole. */
const MAX_CELLS = 4_000_000;

/**
 * The lines of two texts in order, with the longest common subsequence matched: a line that was
 * replaced comes before those in its place. Texts whose differing middle is too long to compare have
 * no line of it in common.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const { head, tail } = equalEnds(before, after);
  const lines: DiffLine[] = [];
  for (let at = 0; at < head; at++) lines.push({ before: at, after: at });
  const middle = commonPairs(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail)
  );
  const pairs = middle.map(([from, to]) => [from + head, to + head] as const);
  const end = [before.length - tail, after.length - tail] as const;
  let [from, to] = [head, head];
  for (const [nextFrom, nextTo] of [...pairs, end]) {
    while (from < nextFrom) lines.push({ before: from++, after: null });
    while (to < nextTo) lines.push({ before: null, after: to++ });
    if (nextFrom < end[0] && nextTo < end[1]) lines.push({ before: from++, after: to++ });
  }
  for (let at = 0; at < tail; at++) lines.push({ before: end[0] + at, after: end[1] + at });
  return lines;
}

/** The indices of a longest common subsequence: by table, from its end. */
function commonPairs(
  a: readonly string[],
  b: readonly string[]
): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > MAX_CELLS) return [];
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      longest[at] =
        a[i] === b[j]
          ? longest[at + width + 1] + 1
          : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const at = i * width + j;
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (longest[at + width] >= longest[at + 1]) i++;
    else j++;
  }
  return pairs;
}

/** The lines that two texts have in common at their beginnings and at their ends; they never overlap. */
interface EqualEnds {
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
