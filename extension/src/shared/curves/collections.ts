import type { TranslationBundle } from '../content/application';
import { type TimeWindow, longestOfKind } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { NumberFormats } from '../content/format';

/** Least distance of two marks, CSS pixels: closer ones would hide the curves. */
const MARK_PX = 6;

/** The width for which a chart without one is thinned, CSS pixels. */
const USUAL_WIDTH_PX = 600;

/** Garbage collections of one stretch of the chart, {@link MARK_PX} wide. */
export interface CollectionMark {
  /** Middle of the stretch, nanoseconds. */
  readonly middleNs: number;
  /** Start of its first collection, nanoseconds. */
  readonly startNs: number;
  readonly count: number;
}

/** The garbage collections of a window. */
export interface Collections {
  /** The stretches with collections, in order of time. */
  readonly marks: readonly CollectionMark[];
  /** Length of a stretch, nanoseconds. */
  readonly stretchNs: number;
  readonly count: number;
  readonly longestNs: number;
}

/** The garbage collections of the window, in as many stretches as its width has room for. */
export function collectionsIn(profile: Profile, window: TimeWindow, widthPx: number): Collections {
  const { start, duration } = profile.slices;
  const rows = longestOfKind(profile, { kind: 'gc', window, limit: Infinity });
  const places = Math.max(1, Math.floor((widthPx > 0 ? widthPx : USUAL_WIDTH_PX) / MARK_PX));
  const stretchNs = Math.max(1, (window.toNs - window.fromNs) / places);
  const marks = new Map<number, { middleNs: number; startNs: number; count: number }>();
  for (const row of rows) {
    const startNs = Math.max(start[row], window.fromNs);
    const place = Math.floor((startNs - window.fromNs) / stretchNs);
    const middleNs = window.fromNs + (place + 0.5) * stretchNs;
    const mark = marks.get(place) ?? { middleNs, startNs, count: 0 };
    mark.count++;
    marks.set(place, mark);
  }
  return {
    marks: [...marks.values()],
    stretchNs,
    count: rows.length,
    longestNs: rows.reduce((longest, row) => Math.max(longest, duration[row]), 0)
  };
}

/** The explanation of the marks at the bottom of the chart; empty if there are none. */
export function collectionsNote(
  { marks, count, longestNs }: Collections,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): string {
  if (count === 0) return '';
  const shown = formats.count(count);
  const longest = formats.duration(longestNs);
  if (marks.length < count) {
    return trans.__(
      'Marks: %1 garbage collections, at most %2 each; one mark stands for those close together.',
      shown,
      longest
    );
  }
  return trans._n(
    'Mark: %2 garbage collection of %3.',
    'Marks: %2 garbage collections, at most %3 each.',
    count,
    shown,
    longest
  );
}
