import { changeOf } from '../../analysis/comparison/comparedRows';
import { isChanged } from '../../analysis/comparison/comparedSource';
import { plural } from '../../base/text';
import type {
  BundleComparison,
  ComparedLine,
  ComparedRow,
  ComparedSource,
  ComparedTree
} from '../../model/output/comparison';
import { verdictSentence } from '../../report/comparison/verdictSentence';
import { headingOfRow } from '../../report/text/memoryHeadings';
import { recordingTitle } from '../../report/text/recordingTitle';
import { comparedFlamePicture } from '../shared/picture/comparedFlamePicture';
import { repetitionPicture } from '../shared/picture/repetitionPicture';
import { counterText } from '../../report/text/gauges';
import { clipText } from '../shared/text/clipText';
import { type Markup, NO_MARKUP, markup } from '../shared/text/markup';
import { type EmbedPicture, titledPicture } from './htmlPicture';
import {
  caption,
  exactMilliseconds,
  milliseconds,
  nameCell,
  numberCell,
  tableHead,
  textCell
} from './tableHtml';

/** Characters of the longest bar to either side of zero. */
const BAR_LENGTH = 10;

/** Colours of bars; their side says the same. */
const SLOWER = '#c44e52';
const FASTER = '#1f6fb4';

/** Rows of each table at most. */
const MAX_ROWS = 30;

const TEXT_HEADINGS: readonly string[] = ['Name', 'Category', 'Line', 'Code'];

/**
 * A comparison: the verdict on the whole cell, its repetitions, what changed the most, calls, lines
 * changed since, and memory at the end.
 */
export function comparisonMarkup(comparison: BundleComparison, embed: EmbedPicture): Markup {
  const { before, after, rows, counters, source, tree } = comparison;
  const hidden = comparison.hiddenRows + Math.max(0, rows.length - MAX_ROWS);
  const note = hidden === 0 ? NO_MARKUP : markup`<p>${plural(hidden, 'more row')} not shown.</p>\n`;
  const [from, to] = [before, after].map(run => clipText(recordingTitle(run), 80));
  const parts = [
    repetitions(comparison, embed),
    changeTable('Change of the time of a run', rows.slice(0, MAX_ROWS)),
    note,
    tree ? calls(tree, embed) : NO_MARKUP,
    source ? sourceTable(source) : NO_MARKUP,
    changeTable('Change of memory and counters', counters.slice(0, MAX_ROWS))
  ];
  return markup`<section class="kernelscope-comparison">
<p class="kernelscope-verdict"><strong>${verdictSentence(comparison)}</strong><br>From ${from} to ${to}</p>
${parts}</section>
`;
}

function repetitions({ before, after }: BundleComparison, embed: EmbedPicture): Markup {
  const runs = [
    { label: 'Before', timesNs: before.repetitionsNs },
    { label: 'After', timesNs: after.repetitionsNs }
  ];
  if (runs.some(({ timesNs }) => timesNs.length < 2)) return NO_MARKUP;
  return titledPicture('Time of each repetition', embed(repetitionPicture(runs)));
}

function calls(tree: ComparedTree, embed: EmbedPicture): Markup {
  const title =
    'Change of calls: red and ▲ slower, blue and ▼ faster, each as wide as the greater of its times';
  return titledPicture(title, embed(comparedFlamePicture(tree)));
}

function changeTable(title: string, rows: readonly ComparedRow[]): Markup {
  if (rows.length === 0) return NO_MARKUP;
  const most = Math.max(...rows.map(row => Math.abs(changeOf(row))));
  const hasBars = most > 0 && rows.every(({ unit }) => unit === 'nanoseconds');
  const hasReach = rows.some(({ low }) => low !== null);
  const headings = [
    ...['Name', ...(hasBars ? ['', ''] : []), 'Change', 'Change %'],
    ...[...(hasReach ? ['± 95 %'] : []), 'Before', 'After', 'Category']
  ];
  const lines = rows.map(row => {
    const { category, name, before, after } = row;
    const value = (side: number | null): Markup => valueCell(side, row);
    const change = changeOf(row);
    const sign = change > 0 ? '+' : change < 0 ? '−' : '';
    const cells = [
      nameCell(clipText(name, 80)),
      hasBars ? bars(change / most) : NO_MARKUP,
      valueCell(Math.abs(change), row, sign),
      numberCell(relativeText(row)),
      hasReach ? reachCell(row) : NO_MARKUP,
      value(before),
      value(after),
      textCell(clipText(headingOfRow(category, name), 60))
    ];
    return markup`<tr>${cells}</tr>\n`;
  });
  return markup`<div style="overflow-x:auto"><table class="kernelscope-table">
${caption(title)}
${tableHead(headings, TEXT_HEADINGS)}
<tbody>
${lines}</tbody>
</table></div>
`;
}

/** How far the confidence interval of a change reaches to either side. */
function reachCell(row: ComparedRow): Markup {
  const { low, high } = row;
  return valueCell(low === null || high === null ? null : (high - low) / 2, row);
}

/** A bar on the left of zero for what is faster, on the right for what is slower. */
function bars(share: number): Markup {
  const bar = '█'.repeat(Math.round(Math.abs(share) * BAR_LENGTH));
  const [left, right] = share < 0 ? [bar || '▕', ''] : ['', bar || (share > 0 ? '▏' : '')];
  return markup`${barCell(left, 'right', FASTER)}${barCell(right, 'left', SLOWER)}`;
}

function barCell(bar: string, align: 'left' | 'right', color: string): Markup {
  return markup`<td style="text-align:${align};padding:4px 0;color:${color}" aria-hidden="true">${bar}</td>`;
}

/** A value behind its sign; times have three significant digits, and all of them in the title. */
function valueCell(value: number | null, { unit }: ComparedRow, sign = ''): Markup {
  if (value === null) return numberCell('');
  if (unit === 'nanoseconds') return timeCell(value, sign);
  return numberCell(`${sign}${counterText(value, unit)}`);
}

function timeCell(ns: number, sign = ''): Markup {
  return numberCell(`${sign}${milliseconds(ns)} ms`, `${sign}${exactMilliseconds(ns)}`);
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
    before === null ? numberCell('') : timeCell(beforeNs),
    after === null ? numberCell('') : timeCell(afterNs)
  ];
  return markup`<tr>${textCell(place)}${textCell(markup`<code>${clipText(text, 120)}</code>`)}${from}${to}</tr>\n`;
}
