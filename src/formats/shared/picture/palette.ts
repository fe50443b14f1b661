import type { RecordedColumns } from '../../../columns/columns';
import { userTimingColors } from '../../../facts/userTimings';

/**
 * Fill colours of slices: one lightness (OKLCH 0.68), ten hues. Each has a contrast near 3 : 1
 * against white and above 6 : 1 against black, so one set serves light and dark pages, with
 * {@link SLICE_TEXT} on it.
 */
export const SLICE_COLORS: readonly string[] = [
  '#5b9ddf',
  '#d38151',
  '#5dad70',
  '#d87879',
  '#aa84d4',
  '#ba9232',
  '#00afaf',
  '#cc79a9',
  '#8fa347',
  '#8391e2'
];

/** Fill colours, as light, of code that is not the user's: of libraries, and of Node.js and native code. */
export const ORIGIN_COLORS = { library: '#8494ab', system: '#949494' } as const;

/** Text on {@link SLICE_COLORS} and {@link ORIGIN_COLORS}. */
export const SLICE_TEXT = '#0b0b0b';

/** The colour of a name: always the same one, in every profile. */
export function colorOf(name: string): string {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193);
  }
  return SLICE_COLORS[(hash >>> 8) % SLICE_COLORS.length];
}

/** Numbers of {@link SLICE_COLORS} for the colours of Chrome DevTools: blue, violet, green, red and yellow. */
const OF_DEV_TOOLS: Readonly<Record<string, number>> = {
  primary: 0,
  secondary: 4,
  tertiary: 2,
  error: 3,
  warning: 5
};

/** The colours of {@link SLICE_COLORS} that a program chose for its timings, by label. */
export function chosenColors(columns: RecordedColumns): ReadonlyMap<number, string> {
  const chosen = [...userTimingColors(columns)].map(([label, color]) => {
    const [hue] = color.split('-', 1);
    return [label, SLICE_COLORS[OF_DEV_TOOLS[hue]]] as const;
  });
  return new Map(chosen);
}

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
