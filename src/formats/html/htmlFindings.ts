import { PLAIN_FORMATS } from '../../tables/reportTable';
import { causeAddress, coded, trialAdvice } from '../../report/findings/causeWords';
import type { CellInfo } from '../../model/profile/profile';
import { findingSentence } from '../../report/findings/findingSentence';
import type { SentencePart } from '../../facts/shared/sentenceParts';
import { type Finding, type Findings, isRemark } from '../../model/output/findings';
import { type NamedShare, mainSharesText, shownShares } from '../../report/findings/findingsReport';
import { type Markup, NO_MARKUP, markup } from '../shared/text/markup';

/** Characters of the bar of the wall time. */
const BAR_LENGTH = 50;

/** Colours that differ in lightness too; the names of the shares say the same. */
const SHARE_COLORS: Readonly<Record<NamedShare['key'], string>> = {
  userNs: '#1f6fb4',
  libraryNs: '#7fb2dd',
  nativeNs: '#8a8f98',
  gcNs: '#c44e52',
  waitingNs: '#e0b04c',
  gpuNs: '#5a9e5a',
  coreWaitNs: '#9a78b8'
};

/** The findings, most important first, how to try their cures in `cell`, and the wall time by use as a bar. */
export function findingsMarkup(
  { findings, shares, mainShares }: Findings,
  cell: CellInfo | null = null
): Markup {
  const items = findings.filter(finding => !isRemark(finding)).map(itemMarkup);
  const list =
    items.length === 0 ? NO_MARKUP : markup`<ol class="kernelscope-findings">${items}</ol>\n`;
  const main = mainShares ? markup`<p>${mainSharesText(mainShares)}</p>\n` : NO_MARKUP;
  const advice = trialAdvice(findings, cell);
  const trial = advice === '' ? NO_MARKUP : markup`<p>${coded(advice).map(partMarkup)}</p>\n`;
  const top = markup`${list}${trial}`;
  return shares ? markup`${top}${sharesMarkup(shownShares(shares))}${main}` : top;
}

/** The remarks, which stand below the figures. */
export function remarksMarkup({ findings }: Findings): Markup {
  const items = findings.filter(isRemark).map(itemMarkup);
  if (items.length === 0) return NO_MARKUP;
  return markup`<small><ul class="kernelscope-remarks">${items}</ul></small>\n`;
}

function itemMarkup(finding: Finding): Markup {
  return markup`<li>${findingSentence(finding).map(partMarkup)}${linkMarkup(causeAddress(finding))}</li>`;
}

/** The way to the page about a known cause. */
function linkMarkup(address: string | null): Markup {
  if (address === null) return NO_MARKUP;
  return markup` <a href="${address}" target="_blank" rel="noopener noreferrer">Before and after</a>`;
}

function partMarkup(part: SentencePart): Markup {
  return typeof part === 'string' ? markup`${part}` : markup`<code>${part.code}</code>`;
}

function sharesMarkup(shares: readonly NamedShare[]): Markup {
  const bar = shares.map(({ key, share }) => {
    const blocks = '█'.repeat(Math.round(share * BAR_LENGTH));
    return blocks === ''
      ? NO_MARKUP
      : markup`<span style="color:${SHARE_COLORS[key]}">${blocks}</span>`;
  });
  const legend = shares.map(
    ({ key, label, share }, at) =>
      markup`${at === 0 ? '' : ' · '}<span style="color:${SHARE_COLORS[key]}">■</span> ${label} <b>${PLAIN_FORMATS.percent(share)}</b>`
  );
  return markup`<p class="kernelscope-shares"><span aria-hidden="true">${bar}<br></span>${legend}</p>\n`;
}
