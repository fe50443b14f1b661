import { changeOf } from '../../analysis/comparison/comparedRows';
import { isChanged } from '../../analysis/comparison/comparedSource';
import { plural } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import type {
  BundleComparison,
  ComparedLine,
  ComparedRow,
  ComparedSource
} from '../../model/output/comparison';
import { verdictSentence } from '../../report/comparison/verdictSentence';
import { recordingTitle } from '../../report/text/recordingTitle';
import { counterText } from '../shared/picture/svgCounters';
import { clipText } from '../shared/text/clipText';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';
import { caption, nameCell, numberCell, tableHead, textCell } from './htmlTables';

/** Characters of the longest bar to either side of zero. */
const BAR_LENGTH = 10;

/** Colours of bars; their side says the same. */
const SLOWER = '#c44e52';
const FASTER = '#1f6fb4';

/** Rows of each table at most. */
const MAX_ROWS = 30;

const TEXT_HEADINGS: readonly string[] = ['Name', 'Category', 'Line', 'Code'];

/** A comparison: the verdict, what changed the most, lines changed since, and memory at the end. */
export function comparisonMarkup(comparison: BundleComparison): Markup {
  const { before, after, rows, counters, source } = comparison;
  const hidden = comparison.hiddenRows + Math.max(0, rows.length - MAX_ROWS);
  const note = hidden === 0 ? NO_MARKUP : markup`<p>${plural(hidden, 'more row')} not shown.</p>\n`;
  return markup`<section class="kernelscope-comparison">
<p>From ${clipText(recordingTitle(before), 80)} to ${clipText(recordingTitle(after), 80)}: <strong>${verdictSentence(comparison)}</strong></p>
${changeTable('Change of the time of a run', rows.slice(0, MAX_ROWS))}${note}${source ? sourceTable(source) : NO_MARKUP}${changeTable('Change of memory and counters', counters.slice(0, MAX_ROWS))}</section>
`;
}

function changeTable(title: string, rows: readonly ComparedRow[]): Markup {
  if (rows.length === 0) return NO_MARKUP;
  const most = Math.max(...rows.map(row => Math.abs(changeOf(row))));
  const lines = rows.map(row => {
    const { category, name, unit, before, after } = row;
    const value = (side: number | null): string => (side === null ? '' : valueText(side, row));
    const change = changeOf(row);
    const sign = change > 0 ? '+' : change < 0 ? '−' : '';
    const share = unit === 'nanoseconds' && most > 0 ? change / most : 0;
    return markup`<tr>${nameCell(clipText(name, 80))}${textCell(clipText(category, 60))}${numberCell(value(before))}${numberCell(value(after))}${numberCell(`${sign}${valueText(Math.abs(change), row)}`)}${numberCell(relativeText(row))}${bars(share)}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption(title)}
${tableHead(['Name', 'Category', 'Before', 'After', 'Change', 'Change %', '', ''], TEXT_HEADINGS)}
<tbody>
${lines}</tbody>
</table>
`;
}

/** A bar on the left of zero for what is faster, on the right for what is slower. */
function bars(share: number): Markup {
  const bar = '█'.repeat(Math.round(Math.abs(share) * BAR_LENGTH));
  const [left, right] = share < 0 ? [bar, ''] : ['', bar];
  return markup`<td style="text-align:right;padding:4px 0;color:${FASTER}" aria-hidden="true">${left}</td><td style="text-align:left;padding:4px 0;color:${SLOWER}" aria-hidden="true">${right}</td>`;
}

function valueText(value: number, { unit }: ComparedRow): string {
  return unit === 'nanoseconds' ? milliseconds(value) : counterText(value, unit);
}

function milliseconds(ns: number): string {
  return `${(ns / NS_PER_MS).toFixed(3)} ms`;
}

function relativeText(row: ComparedRow): string {
  const { before, after } = row;
  if (before === null) return 'new';
  if (after === null) return 'gone';
  const share = before === 0 ? 0 : changeOf(row) / before;
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${(100 * Math.abs(share)).toFixed(1)} %`;
}

function sourceTable({ lines }: ComparedSource): Markup {
  const changed = lines.filter(isChanged);
  if (changed.length === 0) return NO_MARKUP;
  const rows = changed.slice(0, MAX_ROWS).map(lineRow);
  const left = changed.length - rows.length;
  const note = left === 0 ? NO_MARKUP : markup`<p>${plural(left, 'more line')} not shown.</p>\n`;
  return markup`<table class="kernelscope-table">
${caption('Lines changed since')}
${tableHead(['Line', 'Code', 'Before', 'After'], TEXT_HEADINGS)}
<tbody>
${rows}</tbody>
</table>
${note}`;
}

function lineRow({ before, after, beforeNs, afterNs, text }: ComparedLine): Markup {
  const place = after === null ? `− ${before ?? ''}` : `+ ${after}`;
  const [from, to] = [
    before === null ? '' : milliseconds(beforeNs),
    after === null ? '' : milliseconds(afterNs)
  ];
  return markup`<tr>${nameCell(place)}${textCell(markup`<code>${clipText(text, 120)}</code>`)}${numberCell(from)}${numberCell(to)}</tr>\n`;
}
