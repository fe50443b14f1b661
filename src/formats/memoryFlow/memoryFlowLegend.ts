import { formatBytes, formatCount } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';
import { type Markup, markup } from '../shared/text/markup';
import { type FlowColors, flowColors } from './memoryFlowColors';
import { operatorOf } from './memoryFlowParts';
import { fillClass, FLOW_SIZES } from './memoryFlowStyle';

/** The allocations of one operator. */
interface LegendEntry {
  readonly name: string;
  count: number;
  bytes: number;
}

const MAX_ENTRIES = 16;

/** The names behind the colours, those that allocated most first, and their height. */
export interface FlowLegend {
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
