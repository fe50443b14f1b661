import { formatDuration } from '../../base/text';
import type { Translator } from '../../base/translator';
import { UNTRANSLATED } from '../../base/translator';
import type { Findings, TimeShares } from '../../model/output/findings';
import { TIME_SHARES } from '../../model/output/findings';
import { printable } from '../text/printable';
import type { SentencePart } from './findingSentence';
import { findingSentence, findingText, PLAIN_FORMATS } from './findingSentence';

/** One part of the wall time. */
export interface NamedShare {
  readonly key: keyof TimeShares;
  readonly label: string;
  readonly timeNs: number;
  /** Of the wall time, 0 … 1. */
  readonly share: number;
}

/** The parts of the wall time that took any, in their order; the GPU only where one worked. */
export function namedShares(
  shares: TimeShares,
  trans: Translator = UNTRANSLATED
): readonly NamedShare[] {
  const wholeNs = TIME_SHARES.reduce((sum, key) => sum + shares[key], 0);
  const labels: Readonly<Record<keyof TimeShares, string>> = {
    userNs: trans.__('your code'),
    libraryNs: trans.__('libraries'),
    nativeNs: trans.__('native and system'),
    gcNs: trans.__('garbage collection'),
    waitingNs: trans.__('waiting'),
    gpuNs: trans.__('waiting for the GPU')
  };
  return TIME_SHARES.filter(key => shares[key] > 0).map(key => {
    return { key, label: labels[key], timeNs: shares[key], share: shares[key] / wholeNs };
  });
}

/** Smaller shares would read 0.0 %. */
const MIN_SHOWN = 0.0005;

/** {@link namedShares} without those that would be rounded to nothing. */
export function shownShares(
  shares: TimeShares,
  trans: Translator = UNTRANSLATED
): readonly NamedShare[] {
  return namedShares(shares, trans).filter(({ share }) => share >= MIN_SHOWN);
}

/** The parts of the wall time in one line: `your code 62 % · libraries 30 % · waiting 8.0 %`. */
export function sharesLine(shares: TimeShares): string {
  return shownShares(shares)
    .map(({ label, share }) => `${label} ${PLAIN_FORMATS.percent(share)}`)
    .join(' · ');
}

/** The time by use and the findings as plain text, a line each and an empty one; '' if there are none. */
export function findingsText({ findings, shares }: Findings): string {
  const lines = findings.map((finding, at) => `${at + 1}. ${printable(findingText(finding))}`);
  if (shares) lines.unshift(`Time: ${sharesLine(shares)}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** The subject of a report. */
export interface ExplainedProfile extends Findings {
  readonly name: string;
  readonly wallNs: number;
}

/**
 * The findings as Markdown, for a person or an assistant: the time by use, then the sentences
 * in order of importance, each with the view that shows its evidence. All text of the profile is
 * escaped.
 */
export function explainMarkdown({ name, wallNs, shares, findings }: ExplainedProfile): string {
  const lines = [`# Profile ${escapeMarkdown(name)}`, '', `Wall time: ${formatDuration(wallNs)}.`];
  if (shares) {
    lines.push('', '| Time | Share | Duration |', '| --- | ---: | ---: |');
    for (const { label, share, timeNs } of namedShares(shares)) {
      lines.push(`| ${label} | ${PLAIN_FORMATS.percent(share)} | ${formatDuration(timeNs)} |`);
    }
  }
  lines.push('');
  if (findings.length === 0) lines.push('Nothing stands out.');
  findings.forEach((finding, at) => {
    const sentence = findingSentence(finding).map(markdownPart).join('');
    lines.push(`${at + 1}. ${sentence} (view: ${finding.target.view})`);
  });
  return `${lines.join('\n')}\n`;
}

function markdownPart(part: SentencePart): string {
  return typeof part === 'string' ? escapeMarkdown(part) : codeSpan(part.code);
}

/** Code between more backticks than it has in a row, so that it ends where it should. */
function codeSpan(code: string): string {
  const text = printable(code);
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}
