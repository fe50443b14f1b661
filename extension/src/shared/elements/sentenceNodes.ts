import type { Finding } from 'kernelscope/model';
import { findingSentence } from 'kernelscope/report';
import type { NumberFormats } from '../content/format';
import { element } from 'kernelscope/web';
import type { TranslationBundle } from '../content/application';

export interface SentenceWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The sentence of a finding as text, with code in elements of its own. */
export function sentenceNodes(finding: Finding, { trans, formats }: SentenceWords): HTMLElement[] {
  return findingSentence(finding, { trans, formats }).map(part =>
    typeof part === 'string'
      ? element('span', { text: part })
      : element('code', { text: part.code })
  );
}
