import { type Translator, UNTRANSLATED } from '../../base/translator';
import type { CellFormats } from '../../tables/reportTable';

/** An estimate that is further off than this share says little more than that there is something. */
const ROUGH = 0.5;

/** The language of a text, and how it writes ratios. */
export interface UncertaintyWords {
  readonly formats: Pick<CellFormats, 'percent'>;
  readonly trans?: Translator;
}

/**
 * The 95 % confidence interval of an estimate as a share of it: `± 12 %`; `rough` if it is wider than half
 * the estimate, and '' if the estimate is 0, or the error, which is not known then: no sample is exact.
 */
export function uncertaintyText(
  estimate: number,
  error: number,
  { formats, trans = UNTRANSLATED }: UncertaintyWords
): string {
  if (estimate === 0 || error === 0) return '';
  return error > ROUGH * estimate ? trans.__('rough') : `± ${formats.percent(error / estimate)}`;
}
