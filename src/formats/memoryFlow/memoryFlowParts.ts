import { formatBytes, formatDuration, plural } from '../../base/text';
import { timeTicks } from '../../layout/axis';
import type { MemoryFlowPanel } from '../../layout/memoryFlow';
import { type FlowBox, type FlowFrame, boxOf } from '../../layout/memoryFlowBox';
import type { FlowRects } from '../../layout/memoryFlowRects';
import type { MergedPieces } from '../../layout/memoryFlowMerge';
import type { Profile } from '../../model/profile/profile';
import type { FlowCells } from '../../layout/memoryFlowCells';
import { clipText } from '../shared/text/clipText';
import { type Markup, markup } from '../shared/text/markup';
import { type FlowColors, fillClass } from './memoryFlowStyle';
import { CHARACTER_WIDTH, fixed } from '../shared/picture/picture';

/** Longest name and longest scope on hover, UTF-16 units: these bound the size of the file. */
const MAX_NAME = 40;

/** Minimum size of a rectangle with its name written in it, and their maximum number. */
const NAMED = { widthPx: 30, heightPx: 13, most: 400 } as const;

/** Smallest rectangle that is set off from its neighbours by a line, pixels. */
const LEAST_OUTLINED_PX = 5;

/** The area of a panel's plot, and the data it is drawn from. */
export interface DrawnPanel {
  readonly profile: Profile;
  readonly panel: MemoryFlowPanel;
  readonly rects: FlowRects;
  readonly frame: FlowFrame;
  readonly colorOf: FlowColors;
}

/** The operator that allocated a piece, or a text if there is none. */
export function operatorOf({ strings, allocations }: Profile, row: number): string {
  return strings[allocations.name[row]] || '(no operator)';
}

/** The pieces of a panel: merged ones below, names on top. */
export function flowShapes(drawn: DrawnPanel): Markup {
  const { rects, frame, panel, profile, colorOf } = drawn;
  const boxes = rects.single.map(row => ({ row, ...boxOf(panel, row, frame) }));
  const isLarge = ({ width, height }: FlowBox): boolean =>
    Math.min(width, height) >= LEAST_OUTLINED_PX;
  const cells = cellPaths(rects.cells, row => colorOf(operatorOf(profile, panel.rows[row])));
  const merged = rects.merged.map(each => mergedShape(drawn, each));
  const small = boxes.filter(box => !isLarge(box)).map(box => singleShape(drawn, box));
  const large = boxes.filter(isLarge).map(box => singleShape(drawn, box));
  const named = boxes
    .filter(({ width, height }) => width >= NAMED.widthPx && height >= NAMED.heightPx)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, NAMED.most)
    .map(box => nameText(drawn, box));
  return markup`${cells}<g class="m">${merged}</g><g class="o">${small}</g><g class="p">${large}</g><g>${named}</g>`;
}

/** A piece that is drawn alone, by its row in the panel. */
interface SingleBox extends FlowBox {
  readonly row: number;
}

function singleShape({ profile, panel, colorOf }: DrawnPanel, { row, ...box }: SingleBox): Markup {
  const color = fillClass(colorOf(operatorOf(profile, panel.rows[row])));
  return markup`<rect class="${color}" x="${fixed(box.x)}" y="${fixed(box.y)}" width="${leastSize(box.width)}" height="${leastSize(box.height)}"><title>${pieceTitle(profile, panel, row)}</title></rect>`;
}

function nameText({ profile, panel }: DrawnPanel, { row, ...box }: SingleBox): Markup {
  const name = operatorOf(profile, panel.rows[row]);
  const text = clipText(name, Math.floor((box.width - 8) / CHARACTER_WIDTH));
  const y = fixed(box.y + box.height / 2 + 4);
  return markup`<text class="n" x="${fixed(box.x + 5)}" y="${y}">${text}</text>`;
}

/** Invisible until hovered: its content is drawn in cells. */
function mergedShape({ profile, panel }: DrawnPanel, merged: MergedPieces): Markup {
  const { x, y, width, height, count, bytes, largest } = merged;
  const name = clipText(operatorOf(profile, panel.rows[largest]), MAX_NAME);
  const all = `${plural(count, 'allocation')}, ${formatBytes(bytes)} in all`;
  const title =
    count === 1
      ? pieceTitle(profile, panel, largest)
      : `${all}\nlargest: ${name}, ${formatBytes(panel.bytes[largest])}`;
  return markup`<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}"><title>${title}</title></rect>`;
}

function pieceTitle(profile: Profile, panel: MemoryFlowPanel, row: number): string {
  const { strings, allocations } = profile;
  const at = panel.rows[row];
  const scope = strings[allocations.scope[at]];
  const life = formatDuration(panel.to[row] - panel.from[row]);
  const until = allocations.isHeld[at] === 1 ? `${life}, to the end` : life;
  const address =
    panel.addressing === 'real' ? `\nat 0x${allocations.address[at].toString(16)}` : '';
  const named = `${clipText(operatorOf(profile, at), MAX_NAME)} · ${formatBytes(allocations.bytes[at])}`;
  const within = scope === '' ? '' : `\nin ${clipText(scope, MAX_NAME)}`;
  return `${named}\nfrom ${formatDuration(panel.from[row])}, held ${until}${within}${address}`;
}

/** Marks at round times with lines through the panel, their texts below it. */
export function timeAxis({ fromNs, toNs, widthPx, heightPx }: FlowFrame): Markup {
  const perNs = widthPx / (toNs - fromNs);
  const marks = timeTicks(fromNs, toNs, 10).map(({ timeNs, text }) => {
    const x = (timeNs - fromNs) * perNs;
    const anchor = x > widthPx - 30 ? 'end' : 'middle';
    return markup`<path class="g" d="M${fixed(x)} 0V${heightPx}"/><text class="q" x="${fixed(x)}" y="${heightPx + 17}" text-anchor="${anchor}">${text}</text>`;
  });
  return markup`<g>${marks}</g>`;
}

/** A length that can be seen and pointed at. */
function leastSize(length: number): string {
  return fixed(Math.max(0.8, length));
}

/** Opacities by which cells show how much of them is covered. */
const OPACITIES = ['.25', '.45', '.65', '.85'] as const;

/**
 * The cells as lines as thick as they are high, a path for each colour and opacity; `colorOf` returns
 * the colour of a row of the panel.
 */
function cellPaths(cells: FlowCells, colorOf: (row: number) => string): Markup {
  const paths = new Map<string, string[]>();
  for (let line = 0; line < cells.lines; line++) addLine(paths, cells, line, colorOf);
  const shapes = [...paths].map(([key, parts]) => {
    const [color, opacity] = key.split(' ');
    return markup`<path stroke="${color}" stroke-opacity="${opacity}" d="${parts.join('')}"/>`;
  });
  return markup`<g stroke-width="${cells.cellPx}" pointer-events="none">${shapes}</g>`;
}

function addLine(
  paths: Map<string, string[]>,
  { cellPx, columns, cover, row }: FlowCells,
  line: number,
  colorOf: (row: number) => string
): void {
  const y = fixed((line + 0.5) * cellPx);
  const keyAt = (column: number): string => {
    const at = line * columns + column;
    if (column === columns || row[at] < 0) return '';
    return `${colorOf(row[at])} ${OPACITIES[Math.min(3, Math.floor(4 * cover[at]))]}`;
  };
  let key = '';
  let from = 0;
  for (let column = 0; column <= columns; column++) {
    const next = keyAt(column);
    if (next === key) continue;
    if (key !== '') pathOf(paths, key).push(`M${from * cellPx} ${y}h${(column - from) * cellPx}`);
    key = next;
    from = column;
  }
}

function pathOf(paths: Map<string, string[]>, key: string): string[] {
  const known = paths.get(key);
  if (known) return known;
  const created: string[] = [];
  paths.set(key, created);
  return created;
}
