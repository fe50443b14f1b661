import { changeOf } from '../../analysis/comparison/comparedRows';
import { formatDuration, signedText } from '../../base/text';
import type { BundleComparison, ComparedRow } from '../../model/output/comparison';
import { codeSpan, escapeMarkdown, linesWithin } from '../text/markdown';
import { verdictSentence } from './verdictSentence';

/** Names that are listed at most. */
const LISTED = 5;

/** Of the section. */
const MAX_BYTES = 1000;

/** A comparison as a section of Markdown: the verdict, then the times that changed the most. */
export function comparisonMarkdown(comparison: BundleComparison, before: string): string {
  const rows = comparison.rows.filter(row => changeOf(row) !== 0);
  const lines = [`## Compared with ${escapeMarkdown(before)}`, '', verdictSentence(comparison)];
  if (rows.length > 0) {
    lines.push('', '| Time of a run | Before | After | Change |', '| --- | ---: | ---: | ---: |');
    lines.push(...rows.slice(0, LISTED).map(rowText));
  }
  return linesWithin(lines, MAX_BYTES);
}

function rowText(row: ComparedRow): string {
  const { name, before, after } = row;
  const value = (side: number | null): string => (side === null ? '' : formatDuration(side));
  const change = changeOf(row);
  const signed = signedText(change, formatDuration);
  return `| ${codeSpan(name).replaceAll('|', '\\|')} | ${value(before)} | ${value(after)} | ${signed} |`;
}
