import { ANONYMOUS } from '../../../model/profile/frameNames';
import type { CallTree } from '../../../analysis/stacks/callTree';
import { comparedFlame } from '../../../analysis/comparison/comparedFlame';
import { formatDuration, plural } from '../../../base/text';
import { type FlameRects, flameRects, flameStarts } from '../../../layout/flame';
import type { ComparedTree } from '../../../model/output/comparison';
import { clipText } from '../text/clipText';
import { type Markup, NO_MARKUP, markup } from '../text/markup';
import { SLICE_TEXT, changeColor } from './palette';
import { type Picture, CHARACTER_WIDTH, LANE_HEIGHT, MARGIN, fixed } from './picture';

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
export function comparedFlamePicture(compared: ComparedTree): Picture {
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
