import type { Profile } from 'kernelscope/model';

/** How often something of a name and category is in a profile, and how long it takes in all, ns. */
export interface NameTotal {
  count: number;
  total: number;
}

/** Whole nanoseconds ≥ 0, as traces have times. */
function wholeNs(time: number): number {
  return time > 0 ? Math.floor(time + 0.5) : 0;
}

/** Texts as UTF-8 can hold them. */
export function asUtf8(text: string): string {
  return Buffer.from(text).toString();
}

/** Counts and totals of slices by category and name, in the order of these. */
export function sliceTotals(
  { slices, labels, strings }: Profile,
  categoryOf = (category: string): string => category
): [string, NameTotal][] {
  const totals = new Map<string, NameTotal>();
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    const category = categoryOf(strings[labels.category[label]]);
    const key = asUtf8(`${category}: ${strings[labels.name[label]]}`);
    const known = totals.get(key) ?? { count: 0, total: 0 };
    const start = slices.start[row];
    known.count++;
    known.total += wholeNs(start + slices.duration[row]) - wholeNs(start);
    totals.set(key, known);
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Names and categories of instants with their number, sorted. */
export function instantCounts({ instants, labels, strings }: Profile): [string, number][] {
  const counts = new Map<string, number>();
  for (const label of instants.label) {
    const key = asUtf8(`${strings[labels.category[label]]}: ${strings[labels.name[label]]}`);
    counts.set(key, 1 + (counts.get(key) ?? 0));
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The arguments of the first slice of a name. */
export function argsOf(profile: Profile, name: string): Record<string, string | number | boolean> {
  const { slices, labels, strings, args } = profile;
  const row = slices.label.findIndex(label => strings[labels.name[label]] === name);
  const found: [string, string | number | boolean][] = [];
  for (let arg = 0; arg < args.length; arg++) {
    if (args.slice[arg] !== row) continue;
    const value = args.value[arg];
    const read = [value, strings[value], value === 1][args.kind[arg]];
    found.push([strings[args.key[arg]], read]);
  }
  return Object.fromEntries(found);
}

/** Whether the slices of each track nest or are disjoint. */
export function isNested({ slices }: Profile): boolean {
  const open = new Map<number, number[]>();
  for (let row = 0; row < slices.length; row++) {
    const ends = open.get(slices.track[row]) ?? [];
    const start = slices.start[row];
    while (ends.length > 0 && ends[ends.length - 1] <= start) ends.pop();
    const end = start + slices.duration[row];
    if (ends.length > 0 && end > ends[ends.length - 1]) return false;
    open.set(slices.track[row], [...ends, end]);
  }
  return true;
}
