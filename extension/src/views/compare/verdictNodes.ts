import type { TranslationBundle } from '../../shared/host/translation';
import { verdictOf, wholeChange } from 'kernelscope/analysis';
import type { BundleComparison } from 'kernelscope/model';
import { verdictSentence } from 'kernelscope/report';
import type { NumberFormats } from '../../shared/content/format';
import { datedTitle } from '../../shared/content/recordedAt';
import { element } from '../../shared/elements/dom';

/** What {@link verdictNodes} needs to put numbers and dates into words. */
export interface VerdictOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** The verdict on the whole cell as a sentence, and which profiles were compared. */
export function verdictNodes(
  comparison: BundleComparison,
  options: VerdictOptions
): readonly HTMLElement[] {
  const { trans } = options;
  const { before, after } = comparison;
  const attributes = { 'aria-hidden': 'true' };
  const verdict = element('p', { part: 'compareVerdict' }, [
    element('span', { part: 'compareMark', text: markOf(comparison), attributes }),
    element('span', { text: verdictSentence(comparison, options) })
  ]);
  verdict.classList.add(`jp-mod-${verdictOf(comparison.whole)}`);
  const names = trans.__('From %1 to %2', datedTitle(before, trans), datedTitle(after, trans));
  return [verdict, element('p', { part: 'compareNames', text: names })];
}

/** An arrow down for less time, up for more, or a sign for what may be chance. */
function markOf({ whole }: BundleComparison): string {
  if (verdictOf(whole) === 'chance') return '≈';
  const change = wholeChange(whole) ?? 0;
  return change === 0 ? '≈' : change < 0 ? '▼' : '▲';
}
