import type { TranslationBundle } from '../../shared/host/translation';
import type { NumberFormats } from '../../shared/content/format';

/** The means to put facts into words. */
export interface FactWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** Slices that one is linked to that are told of at most. */
export const MAX_LINKS = 4;
