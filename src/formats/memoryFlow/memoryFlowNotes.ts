import { formatBytes, formatCount, plural } from '../../base/text';
import type { MemoryFlowPanel } from '../../layout/memoryFlow';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';
import { type Markup, markup } from '../shared/text/markup';
import { type DrawnPanel, operatorOf } from './memoryFlowParts';
import { type FlowColors, FLOW_SIZES, fillClass, flowColors } from './memoryFlowStyle';

/** Characters that fit on a line of the picture. */
const LINE_CHARACTERS = 180;

/** Notes of sources at most: a profile merged from many sessions may have as many. */
const MAX_SOURCE_NOTES = 3;

/** The content of a picture, and the parts it leaves out. */
export interface FlowContent {
  readonly profile: Profile;
  readonly drawn: readonly DrawnPanel[];
  readonly hiddenPanels: readonly MemoryFlowPanel[];
  /** Moments to mark, and the number of marked ones. */
  readonly marks: number;
  readonly shownMarks: number;
  /** Names without a line in the legend. */
  readonly hiddenNames: number;
}

/** Lines below the picture, one for each way in which it does not show all; often none. */
export function flowNotes(content: FlowContent): readonly string[] {
  const { profile, drawn, hiddenPanels, hiddenNames } = content;
  return [
    ...sourceNotes(profile),
    ...mergedNote(drawn),
    ...panelsNote(hiddenPanels),
    ...marksNote(content),
    ...namesNote(hiddenNames)
  ];
}

/** Allocations that are merged with their neighbours. */
export function mergedCount(drawn: readonly DrawnPanel[]): number {
  return drawn.reduce(
    (sum, { rects }) => sum + rects.merged.reduce((all, { count }) => all + count, 0),
    0
  );
}

/**
 * The notes of the source of allocations about missing ones, such as those beyond the recorder's limit.
 */
function sourceNotes({ sources }: Profile): readonly string[] {
  const messages = sources
    .filter(({ source, status }) => source === 'tfjs' && status !== 'ok')
    .map(({ message, status }) => clipText(`tfjs: ${message || status}`, LINE_CHARACTERS));
  return [...new Set(messages)].slice(0, MAX_SOURCE_NOTES);
}

function mergedNote(drawn: readonly DrawnPanel[]): readonly string[] {
  const merged = mergedCount(drawn);
  if (merged === 0) return [];
  const single = drawn.reduce((sum, { rects }) => sum + rects.single.length, 0);
  const areas = drawn.reduce((sum, { rects }) => sum + rects.merged.length, 0);
  return [
    `${plural(merged, 'allocation')} are merged into ${plural(areas, 'area')}, paler where they ` +
      `cover less. The ${formatCount(single)} drawn alone are the largest, and those of a pixel by ` +
      'a pixel or more that cover most.'
  ];
}

function panelsNote(hidden: readonly MemoryFlowPanel[]): readonly string[] {
  if (hidden.length === 0) return [];
  const left = hidden.reduce((sum, { rows }) => sum + rows.length, 0);
  return [`Not shown: ${plural(hidden.length, 'more device')} with ${plural(left, 'allocation')}.`];
}

function marksNote({ marks, shownMarks }: FlowContent): readonly string[] {
  return marks > shownMarks
    ? [`Of ${formatCount(marks)} sessions the first ${shownMarks} are marked.`]
    : [];
}

function namesNote(hidden: number): readonly string[] {
  return hidden > 0
    ? [`${plural(hidden, 'more name')} asked for less; point at a rectangle to see its own.`]
    : [];
}

/** The allocations of one operator. */
interface LegendEntry {
  readonly name: string;
  count: number;
  bytes: number;
}

const MAX_ENTRIES = 16;

/** The names behind the colours, those that allocated most first, and their height. */
interface FlowLegend {
  readonly content: Markup;
  readonly height: number;
  /** Names without a line in the legend. */
  readonly hidden: number;
  /** Distinguishes the names in the legend, as far as there are colours. */
  readonly colorOf: FlowColors;
}

/** The operators that allocated memory, at most {@link MAX_ENTRIES} of them. */
export function flowLegend(profile: Profile): FlowLegend {
  const entries = entriesOf(profile);
  const shown = entries.slice(0, MAX_ENTRIES);
  const { legendColumns: columns, legendLine: line, width, margin } = FLOW_SIZES;
  const colorOf = flowColors(shown.map(({ name }) => name));
  const columnWidth = (width - 2 * margin) / columns;
  const content = shown.map(({ name, count, bytes }, at) => {
    const x = margin + (at % columns) * columnWidth;
    const y = Math.floor(at / columns) * line;
    return markup`<rect class="${fillClass(colorOf(name))}" x="${x}" y="${y + 3}" width="12" height="12" rx="2"/><text x="${x + 18}" y="${y + 13}">${clipText(name, 20)} <tspan class="q">${formatBytes(bytes)} in ${formatCount(count)}</tspan></text>`;
  });
  return {
    content: markup`<g>${content}</g>`,
    height: Math.ceil(shown.length / columns) * line,
    hidden: entries.length - shown.length,
    colorOf
  };
}

function entriesOf(profile: Profile): LegendEntry[] {
  const entries = new Map<number, LegendEntry>();
  const { length, name, bytes } = profile.allocations;
  for (let row = 0; row < length; row++) {
    const known = entries.get(name[row]);
    if (known) {
      known.count++;
      known.bytes += bytes[row];
    } else {
      entries.set(name[row], { name: operatorOf(profile, row), count: 1, bytes: bytes[row] });
    }
  }
  return [...entries.values()].sort((a, b) => b.bytes - a.bytes);
}
