import { changeOf } from '../../analysis/comparison/comparedRows';
import { isChanged } from '../../analysis/comparison/comparedSource';
import { formatDuration, plural } from '../../base/text';
import type {
  BundleComparison,
  ComparedLine,
  ComparedRow,
  ComparedSource,
  ComparedTree
} from '../../model/output/comparison';
import { verdictSentence } from '../../report/verdictSentence';
import { headingOfRow } from '../../report/text/memoryHeadings';
import { recordingTitle } from '../../report/text/recordingTitle';
import { repetitionPicture } from '../shared/picture/repetitionPicture';
import { counterText } from '../../report/text/gauges';
import { ANONYMOUS } from '../../model/profile/frameNames';
import type { CallTree } from '../../analysis/stacks/callTree';
import { comparedFlame } from '../../analysis/comparison/comparedFlame';
import { type FlameRects, flameRects, flameStarts } from '../../layout/flame';
import { clipText } from '../shared/text/clipText';
import { type Markup, NO_MARKUP, markup } from '../shared/text/markup';
import { SLICE_TEXT, changeColor } from '../shared/picture/palette';
import {
  type Picture,
  CHARACTER_WIDTH,
  LANE_HEIGHT,
  MARGIN,
  fixed
} from '../shared/picture/picture';
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

const WIDTH_PX = 960;

/** Levels that are drawn at most: what is called from deeper is within its callers. */
const MAX_LEVELS = 24;

/** Calls that are narrower are merged; those that are wider have a tooltip, wider still a text. */
const MIN_PX = 3;
const MIN_TEXT_PX = 34;

/**
 * The calls of both profiles as icicles, the outermost ones on top: what is slower is red and marked
 * ▲, what is faster blue and ▼. At most {@link MAX_LEVELS} levels; calls too narrow to see are merged.
 */
function comparedFlamePicture(compared: ComparedTree): Picture {
  const tree = comparedFlame(compared);
  const deepest = tree.depth.reduce((most, depth) => Math.max(most, depth), 0);
  const levels = Math.min(MAX_LEVELS, deepest + 1);
  const rects = flameRects(tree, flameStarts(tree), {
    from: 0,
    to: Math.max(tree.whole, Number.MIN_VALUE),
    widthPx: WIDTH_PX - 2 * MARGIN,
    firstDepth: 0,
    lastDepth: levels - 1,
    minPx: MIN_PX
  });
  const calls = rects.row.map((_, at) => call(compared, tree, rects, at));
  const left = deepest + 1 - levels;
  const notes = [
    ...(left > 0 ? [`${plural(left, 'deeper level')} not shown.`] : []),
    ...(tree.isCut ? ['The calls with the least time are left out.'] : [])
  ];
  const bottom = MARGIN + levels * LANE_HEIGHT;
  const note =
    notes.length === 0
      ? NO_MARKUP
      : markup`<text x="${MARGIN}" y="${bottom + 14}" fill="currentColor" fill-opacity="0.7">${notes.join(' ')}</text>`;
  return {
    content: markup`<g font-family="system-ui, sans-serif" font-size="11">${calls}${note}</g>`,
    title: `Calls before and after, ${formatDuration(tree.whole)} in all`,
    widthPx: WIDTH_PX,
    height: bottom + (notes.length === 0 ? MARGIN : LANE_HEIGHT + MARGIN)
  };
}

function call(compared: ComparedTree, tree: CallTree, rects: FlameRects, at: number): Markup {
  const row = rects.row[at];
  const x = MARGIN + rects.x[at];
  const y = MARGIN + rects.depth[at] * LANE_HEIGHT;
  const width = Math.max(0.7, rects.width[at] - 0.6);
  const [before, after] = [compared.totalBefore[row], compared.totalAfter[row]];
  const box = markup`x="${fixed(x)}" y="${y}" width="${fixed(width)}" height="${LANE_HEIGHT - 1}"`;
  if (rects.isMerged[at]) {
    return markup`<rect ${box} fill="currentColor" fill-opacity="0.2"/>`;
  }
  const { name, file } = compared.functions[tree.callee[row]];
  const shown = name === '' ? ANONYMOUS : name;
  const times = `${formatDuration(before)} → ${formatDuration(after)}`;
  const place = file === '' ? '' : ` · ${clipText(file, 60)}`;
  const shape = markup`<rect ${box} rx="2" fill="${changeColor(before, after)}"><title>${clipText(shown, 120)} · ${times}${place}</title></rect>`;
  if (width < MIN_TEXT_PX) return shape;
  const text = clipText(label(shown, after - before), Math.floor((width - 9) / CHARACTER_WIDTH));
  return markup`${shape}<text x="${fixed(x + 4)}" y="${y + 12}" fill="${SLICE_TEXT}" pointer-events="none">${text}</text>`;
}

/** The name behind the mark of its change, which comes last: it is cut first. */
function label(name: string, changeNs: number): string {
  if (changeNs === 0) return name;
  const size = formatDuration(Math.abs(changeNs));
  return changeNs > 0 ? `▲ ${name} +${size}` : `▼ ${name} −${size}`;
}
