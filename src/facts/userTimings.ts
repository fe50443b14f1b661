import type { RecordedColumns } from '../columns/columns';
import type { ColumnFact } from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';

/** Stretches that a program measures with `performance.measure`. */
export const MEASURE_CATEGORY = 'measure';

/** Moments that it marks with `performance.mark`. */
export const MARK_CATEGORY = 'mark';

/** Moments and stretches that it names with `console.timeStamp`. */
export const TIME_STAMP_CATEGORY = 'time stamp';

const CATEGORIES: readonly string[] = [MEASURE_CATEGORY, MARK_CATEGORY, TIME_STAMP_CATEGORY];

/** The colour of a slice, one of {@link DEV_TOOLS_COLORS}. */
export const COLOR_ARG = 'color';

/** What Chrome DevTools shows of an entry beside the pointer. */
export const TOOLTIP_ARG = 'tooltip';

/** The value that a program gave to a mark or a measure as its `detail`. */
export const DETAIL_ARG = 'detail';

/** The colours that entries have in Chrome DevTools. */
export const DEV_TOOLS_COLORS: readonly string[] = [
  ...['primary', 'primary-light', 'primary-dark'],
  ...['secondary', 'secondary-light', 'secondary-dark'],
  ...['tertiary', 'tertiary-light', 'tertiary-dark'],
  ...['error', 'warning']
];

/** Marks and measures of a program, and time stamps of its console. Their sections of the statistics have their times. */
export const USER_TIMINGS = {
  name: 'userTimings',
  records: [
    {
      source: { name: 'userTimings', title: 'User timings', isLate: true },
      option: {
        ...OWN_SWITCH,
        name: 'userTimings',
        after: 'waits',
        default: true,
        flag: {
          long: 'user-timings',
          help: 'record performance.mark, performance.measure and console.timeStamp'
        }
      }
    }
  ],
  categories: [],
  shown: null
} as const satisfies ColumnFact;

/** The colours that programs gave to their timings, by label; a label has that of its first slice that has one. */
export function userTimingColors(columns: RecordedColumns): ReadonlyMap<number, string> {
  const { args, labels, slices, strings } = columns;
  const colors = new Map<number, string>();
  const key = strings.indexOf(COLOR_ARG);
  if (key < 0) return colors;
  for (let row = 0; row < args.length; row++) {
    if (args.key[row] !== key) continue;
    const label = slices.label[args.slice[row]];
    if (colors.has(label) || !CATEGORIES.includes(strings[labels.category[label]])) continue;
    const color = strings[args.value[row]];
    if (DEV_TOOLS_COLORS.includes(color)) colors.set(label, color);
  }
  return colors;
}
