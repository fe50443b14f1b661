import { changeOf } from '../analysis/comparison/comparedRows';
import { plural, formatDuration, signedText } from '../base/text';
import { NS_PER_MS } from '../base/time';
import type { BundleComparison, ComparedRow } from '../model/output/comparison';
import type { CounterUnit } from '../model/profile/profile';
import { headingOfRow } from './text/memoryHeadings';
import { recordingTitle } from './text/recordingTitle';
import { clippedTo, displayWidth, padLeft, padRight } from '../tables/displayWidth';
import { printable } from '../tables/printable';
import { verdictSentence } from './verdictSentence';
import { codeSpan, escapeMarkdown, linesWithin } from './text/markdown';

export interface ComparisonTextOptions {
  /** The names of the two profiles; their own titles unless given. */
  readonly names?: { readonly before: string; readonly after: string };
  /** Rows of times to show at most; 0 or none: all. */
  readonly top?: number;
}

/** Names and categories are cut, so that lines fit a notebook's output. */
const MAX_NAME = 28;
const MAX_CATEGORY = 24;

const UNITS: Readonly<Record<CounterUnit, readonly [symbol: string, size: number]>> = {
  nanoseconds: ['ms', NS_PER_MS],
  bytes: ['kB', 1e3],
  bytesPerSecond: ['MB/s', 1e6],
  hertz: ['MHz', 1e6],
  watts: ['W', 1],
  celsius: ['°C', 1],
  percent: ['%', 1],
  count: ['', 1]
};

/**
 * A comparison as plain text: the verdict, the whole run, then what changed the most, and memory and
 * counters at the end. Times are in milliseconds of one run. `new` and `gone` replace a meaningless
 * share.
 */
export function comparisonText(
  comparison: BundleComparison,
  { names, top = 0 }: ComparisonTextOptions = {}
): string {
  const { before, after, rows, counters } = comparison;
  const from = names?.before ?? recordingTitle(before);
  const to = names?.after ?? recordingTitle(after);
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const hidden = comparison.hiddenRows + rows.length - shown.length;
  const note = hidden === 0 ? '' : `${plural(hidden, 'more row')} not shown.\n`;
  return [
    `\nProfile Comparison:\n\tFrom ${printable(from)} to ${printable(to)}.\n`,
    `\t${verdictSentence(comparison)}\n\n`,
    table('Time of a run (ms)', [wholeRow(comparison), ...shown]),
    note,
    counters.length === 0 ? '' : `\n${table('Memory and counters', counters)}`
  ].join('');
}

/** The whole cell or program as the first row. */
function wholeRow({ whole, before, after }: BundleComparison): ComparedRow {
  const name = before.runs > 1 || after.runs > 1 ? 'whole run, median' : 'whole run';
  const values = { before: whole.beforeNs, after: whole.afterNs, low: null, high: null };
  return { kind: 'slices', category: '', name, unit: 'nanoseconds', ...values };
}

function table(title: string, rows: readonly ComparedRow[]): string {
  const hasIntervals = rows.some(({ low }) => low !== null);
  const headings = [title, 'Category', 'Before', 'After', 'Δ', 'Δ %'];
  const all = [
    [...headings, ...(hasIntervals ? ['± 95 %'] : [])],
    ...rows.map(row => [...cells(row), ...(hasIntervals ? [reach(row)] : [])])
  ];
  const widths = all[0].map((_, at) => Math.max(...all.map(line => displayWidth(line[at]))));
  const rule = widths.map(width => '-'.repeat(width));
  const [head, ...body] = all;
  return [head, rule, ...body].map(line => `${aligned(line, widths)}\n`).join('');
}

/** Two columns of text, then numbers. */
function aligned(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, at) =>
    at < 2 ? padRight(cell, widths[at]) : padLeft(cell, widths[at])
  );
  return padded.join('  ').trimEnd();
}

function cells(row: ComparedRow): string[] {
  const { kind, category, name, unit, before, after } = row;
  const [symbol, size] = UNITS[unit];
  const hasSymbol = kind === 'counter' && symbol !== '';
  const value = (side: number | null): string => (side === null ? '' : (side / size).toFixed(3));
  return [
    clipped(hasSymbol ? `${name} (${symbol})` : name, MAX_NAME),
    clipped(headingOfRow(category, name), MAX_CATEGORY),
    value(before),
    value(after),
    signed(changeOf(row) / size, 3),
    relativeText(row)
  ];
}

function clipped(text: string, limit: number): string {
  return clippedTo(printable(text), limit);
}

function relativeText(row: ComparedRow): string {
  const { before, after } = row;
  if (before === null) return 'new';
  if (after === null) return 'gone';
  return before === 0 ? '' : signed((100 * changeOf(row)) / before, 1);
}

/** How far the interval of a change reaches to either side. */
function reach({ low, high, unit }: ComparedRow): string {
  if (low === null || high === null) return '';
  return ((high - low) / 2 / UNITS[unit][1]).toFixed(3);
}

/** A number with its sign, the minus as in text of numbers to be read by programs. */
function signed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  if (Number(text) === 0) return (0).toFixed(decimals);
  return value > 0 ? `+${text}` : text;
}

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
