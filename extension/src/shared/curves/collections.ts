import type { TranslationBundle } from '@jupyterlab/translation';
import type { TimeWindow } from 'kernelscope/analysis';
import { longestOfKind } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { NumberFormats } from '../content/format';

/** Garbage collections that one chart marks at most, the longest first. */
export const MAX_COLLECTIONS = 500;

/** The garbage collections of a window. */
export interface Collections {
  /** Start of those that the chart marks, nanoseconds, ascending. */
  readonly startNs: readonly number[];
  /** True when {@link MAX_COLLECTIONS} left some out. */
  readonly isCut: boolean;
  readonly longestNs: number;
}

/** The longest garbage collections in the window. */
export function collectionsIn(profile: Profile, window: TimeWindow): Collections {
  const { start, duration } = profile.slices;
  const longest = (limit: number) => longestOfKind(profile, { kind: 'gc', window, limit });
  const isCut = longest(MAX_COLLECTIONS + 1).length > MAX_COLLECTIONS;
  const rows = longest(MAX_COLLECTIONS);
  return {
    startNs: rows.map(row => start[row]),
    isCut,
    longestNs: rows.reduce((longest, row) => Math.max(longest, duration[row]), 0)
  };
}

/** The explanation of the marks at the bottom of the chart; empty if there are none. */
export function collectionsNote(
  { startNs, isCut, longestNs }: Collections,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): string {
  const count = startNs.length;
  if (count === 0) return '';
  const shown = formats.count(count);
  const longest = formats.duration(longestNs);
  if (isCut) {
    return trans.__('Marks: the %1 longest garbage collections, at most %2 each', shown, longest);
  }
  return trans._n(
    'Mark: %2 garbage collection of %3',
    'Marks: %2 garbage collections, at most %3 each',
    count,
    shown,
    longest
  );
}
