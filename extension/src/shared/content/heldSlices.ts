import type { TranslationBundle } from './application';
import type { BundleSummary } from 'kernelscope/model';
import type { NumberFormats } from './format';

/** How {@link heldSlices} writes. */
export interface HeldWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** True when `held` slices are not all that were recorded and kept. */
export const lacksSlices = (held: number, { slices, droppedSlices }: BundleSummary): boolean =>
  held < slices - droppedSlices;

/**
 * The part of a profile that an output with `held` slices has, if not all of it, to be put into a
 * sentence: slices are left out last, so an output that lacks something may have each of them.
 */
export function heldSlices(
  held: number,
  summary: BundleSummary,
  { formats, trans }: HeldWords
): string {
  if (!lacksSlices(held, summary)) {
    return summary.droppedSlices > 0
      ? trans.__('every slice that was kept, but not all samples and details')
      : trans.__('every slice, but not all samples and details');
  }
  const recorded = summary.slices - summary.droppedSlices;
  return trans.__('the %1 longest of %2 slices', formats.count(held), formats.count(recorded));
}
