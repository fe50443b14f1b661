import type { TranslationBundle } from '@jupyterlab/translation';
import type { NumberFormats } from '../../../shared/content/format';

/** What facts are put into words with. */
export interface FactWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** Slices that one is linked to that are told of at most. */
export const MAX_LINKS = 4;
