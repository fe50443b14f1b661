import { type AggregateSection, aggregate } from '../../../analysis';
import { oncePer } from '../../../base/oncePer';
import type { ArgumentType } from '../../../engine/arguments/argumentTypes';
import {
  DUMPS_TYPES,
  type PlainDumpsOptions,
  type PrintedStatistics,
  checkDumpsOptions,
  dumpsText,
  dumpsWord
} from '../../../engine/results/dumpsOptions';
import type { Profile } from '../../../model/profile/profile';
import { mxnetJson, mxnetTable } from './mxnetText';

/** Options of `dumps`. */
export interface DumpsOptions extends PlainDumpsOptions {
  /** `'mxnet'` prints to the byte what MXNet would, its faults too. */
  readonly compat?: Compat;
}

/** Systems whose text `dumps` can imitate. */
export type Compat = 'mxnet';

/** Values of {@link DumpsOptions.compat}. */
export const dumpsCompat: ArgumentType<Compat> = dumpsWord<Compat>(['mxnet']);

const { format, sortBy, ...rest } = DUMPS_TYPES;

/** In the order in which they are checked. */
const COMPAT_TYPES = { format, sortBy, compat: dumpsCompat, ...rest };

/** @throws DumpsOptionError for a value that is not supported. */
export function checkCompatOptions(options: DumpsOptions): void {
  checkDumpsOptions(options, COMPAT_TYPES);
}

/** The statistics that MXNet has: those of counters of the program alone, and categories without rows. */
export const mxnetSections: (profile: Profile) => readonly AggregateSection[] = oncePer(
  (profile: Profile) => aggregate(profile, { counterKinds: ['set'], emptySections: true })
);

/** The text of `dumps`; the options must have passed {@link checkCompatOptions}, and `sections` be those of `compat`. */
export function compatDumpsText(statistics: PrintedStatistics, options: DumpsOptions): string {
  if (options.compat === undefined) return dumpsText(statistics, options);
  const print = options.format === 'json' ? mxnetJson : mxnetTable;
  return print(statistics.sections, options);
}
