import type { TranslationBundle } from '../content/application';
import type { TimeWindow } from 'kernelscope/analysis';
import type { NumberFormats } from '../content/format';

/** Below this share of its own end a stretch is named by its length: both ends would read alike. */
const SHORT_SHARE = 0.05;

const isShort = ({ fromNs, toNs }: TimeWindow): boolean => toNs - fromNs < SHORT_SHARE * toNs;

/** `window` in few words: both ends or, deep inside a long run, its length and its place. */
export function spanText(
  window: TimeWindow,
  formats: NumberFormats,
  trans: TranslationBundle
): string {
  const { fromNs, toNs } = window;
  const from = formats.duration(fromNs);
  return isShort(window)
    ? trans.__('%1 at %2', formats.duration(toNs - fromNs), from)
    : trans.__('%1 – %2', from, formats.duration(toNs));
}

/** The same as the start of a sentence. */
export function stretchText(
  window: TimeWindow,
  formats: NumberFormats,
  trans: TranslationBundle
): string {
  const { fromNs, toNs } = window;
  const from = formats.duration(fromNs);
  return isShort(window)
    ? trans.__('Only %1 at %2', formats.duration(toNs - fromNs), from)
    : trans.__('Between %1 and %2', from, formats.duration(toNs));
}
