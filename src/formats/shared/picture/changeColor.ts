/** Fill colours of calls: as light as those of slices, so that dark text stays readable on them. */
const SAME = [176, 180, 186] as const;
const SLOWER = [226, 112, 104] as const;
const FASTER = [91, 157, 223] as const;

/** Changes of this share of the greater time and beyond have the full colour. */
const FULL = 0.5;

/** The colour of a call by its times: red for slower, blue for faster, the more the deeper. */
export function changeColor(before: number, after: number): string {
  const most = Math.max(before, after);
  const share = most > 0 ? (after - before) / most : 0;
  const depth = Math.min(1, Math.abs(share) / FULL);
  const target = share > 0 ? SLOWER : FASTER;
  const mixed = SAME.map((part, at) => Math.round(part + (target[at] - part) * depth));
  return `rgb(${mixed.join(', ')})`;
}
