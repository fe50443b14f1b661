import type { TranslationBundle } from '../../shared/content/application';
import { type AggregateRow, type TimeWindow, aggregate, leastWhole } from 'kernelscope/analysis';
import {
  type BundleRow,
  type BundleSection,
  GC_CATEGORY,
  MEMORY_CATEGORIES,
  type ProfileBundle,
  REPETITION_CATEGORY,
  WAITING_CATEGORY
} from 'kernelscope/model';
import { type NumberFormats, stretchText } from '../../shared/content/format';
import { lacksSlices } from '../../shared/content/heldSlices';
import type { ProfileContent } from '../../shared/content/profileTab';
import {
  type FunctionTotals,
  type ListedFunction,
  NO_FUNCTIONS,
  functionTotals
} from './functionTotals';
import { sectionsOfKind } from './model';

/**
 * The totals that tables show, without those of memory, and the time that their shares are of: of names that the code
 * gives, the stretch on show; where functions are among them, the time of all threads if that is more.
 */
export interface ShownTotals {
  readonly sections: readonly BundleSection[];
  /** The functions among the rows, which are there where the code names no operators or ranges. */
  readonly functions: readonly ListedFunction[];
  readonly wallNs: number;
}

/** The exact totals of the whole run, which a bundle carries; functions as far as `content` has them. */
export function wholeTotals(
  { sections, summary }: ProfileBundle,
  content: ProfileContent | null,
  trans: TranslationBundle
): ShownTotals {
  const listed = (): FunctionTotals =>
    content ? functionTotals(content.profile, null, trans) : NO_FUNCTIONS;
  const wallNs = content ? leastWhole(content.profile, 'nanoseconds') : summary.wallNs;
  return totalsOf(sections, wallNs, listed);
}

/** The totals of what the slices and counters of `content` have within `window`. */
export function windowTotals(
  { profile }: ProfileContent,
  window: TimeWindow,
  trans: TranslationBundle
): ShownTotals {
  const sections = aggregate(profile, { window }).map(({ category, unit, rows }) => ({
    category,
    unit,
    rows: rows.map(rowOf)
  }));
  const listed = (): FunctionTotals => functionTotals(profile, window, trans);
  return totalsOf(sections, window.toNs - window.fromNs, listed);
}

/** Times that the code gave no names to. */
const UNNAMED_CATEGORIES: readonly string[] = [GC_CATEGORY, WAITING_CATEGORY, REPETITION_CATEGORY];

function totalsOf(
  sections: readonly BundleSection[],
  wallNs: number,
  listed: () => FunctionTotals
): ShownTotals {
  const shown = sections.filter(each => !isMemory(each));
  const times = sectionsOfKind(shown, 'time').map(({ category }) => category);
  if (times.some(category => !UNNAMED_CATEGORIES.includes(category))) {
    return { sections: shown, functions: [], wallNs };
  }
  const { sections: ofFunctions, functions, wholeNs } = listed();
  const sampled = ofFunctions.filter(({ category }) => !times.includes(category));
  const summed = shown.map(each => ({ ...each, rows: each.rows.map(withoutOnce) }));
  return { sections: [...sampled, ...summed], functions, wallNs: Math.max(wallNs, wholeNs) };
}

/** A row whose shares are of the time of all threads, as those of functions. */
function withoutOnce(row: BundleRow): BundleRow {
  if (row.length < 16) return row;
  const [
    name,
    count,
    total,
    self,
    min,
    max,
    average,
    p50,
    p95,
    p99,
    mean,
    halfWidth,
    gpu,
    waiting
  ] = row;
  const cells = [name, count, total, self, min, max, average, p50, p95, p99] as const;
  return [...cells, mean ?? null, halfWidth ?? null, gpu ?? null, waiting ?? NaN];
}

/** Whether the memory view has the curves and figures of a section. */
function isMemory({ category, unit }: BundleSection): boolean {
  return unit === 'bytes' && MEMORY_CATEGORIES.includes(category);
}

function rowOf(row: AggregateRow): BundleRow {
  const { name, count, total, self, min, max, average, p50, p95, p99, gpu, waiting, once } = row;
  const cells = [name, count, total, self, min, max, average, p50, p95, p99] as const;
  if (once) return [...cells, null, null, gpu ?? null, waiting ?? null, once.total, once.self];
  if (waiting !== undefined) return [...cells, null, null, gpu ?? null, waiting];
  return gpu === undefined ? cells : [...cells, null, null, gpu];
}

/** A sentence with the stretch that totals cover, and with their slices when those are not all. */
export function windowSentence(
  window: TimeWindow,
  { bundle, profile, isWhole }: ProfileContent,
  { formats, trans }: WindowWords
): string {
  const stretch = stretchText(window, formats, trans);
  const slices = formats.count(profile.slices.length);
  if (!isWhole && lacksSlices(profile.slices.length, bundle.summary)) {
    return trans.__('%1, of the %2 longest slices in this output.', stretch, slices);
  }
  return profile.meta.dropped.slices > 0
    ? trans.__('%1, of the %2 slices that were kept.', stretch, slices)
    : trans.__('%1.', stretch);
}

/** How {@link windowSentence} writes. */
export interface WindowWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}
