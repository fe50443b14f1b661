import type { MemoryFlowPanel } from './memoryFlow';
import { type FlowBox, type FlowFrame, boxOf } from './memoryFlowBox';

/** A rectangle that stands for pieces too small to be drawn one by one. */
export interface MergedPieces extends FlowBox {
  readonly count: number;
  /** The sum of their sizes, whether or not they are held at the same time. */
  readonly bytes: number;
  /** Row of the largest one. */
  readonly largest: number;
}

/** Pieces that fall into the same cells of a grid, of `cellPx` each, are one rectangle. */
const FIRST_CELL_PX = 2;

/**
 * The pieces in `rows` as at most `frame.maxMerged` rectangles. Each piece is in one rectangle: pieces
 * that cover the same cells of a grid become one, which covers these cells. The grid is as fine as the
 * limit allows.
 */
export function mergeSmall(
  panel: MemoryFlowPanel,
  rows: readonly number[],
  frame: FlowFrame
): MergedPieces[] {
  const covered = rows.map(row => boxOf(panel, row, frame));
  const widest = 2 * Math.max(frame.widthPx, frame.heightPx);
  for (let cellPx = FIRST_CELL_PX; ; cellPx *= 2) {
    const most = cellPx > widest ? Infinity : frame.maxMerged;
    const groups = groupByCells({ panel, rows, covered, frame }, cellPx, most);
    if (groups) return [...groups.values()].map(group => boxOfGroup(group, frame, cellPx));
  }
}

interface SmallPieces {
  readonly panel: MemoryFlowPanel;
  readonly rows: readonly number[];
  readonly covered: readonly FlowBox[];
  readonly frame: FlowFrame;
}

interface Group {
  readonly cells: Cells;
  count: number;
  bytes: number;
  largest: number;
}

interface Cells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The pieces by the cells that they cover; null if there are more than `most` groups. */
function groupByCells(
  { panel, rows, covered, frame }: SmallPieces,
  cellPx: number,
  most: number
): Map<number, Group> | null {
  const groups = new Map<number, Group>();
  const columns = Math.ceil(frame.widthPx / cellPx) + 1;
  const lines = Math.ceil(frame.heightPx / cellPx) + 1;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const cells = cellsOf(covered[at], cellPx, columns, lines);
    const { left, right, top, bottom } = cells;
    const key = ((left * columns + right) * lines + top) * lines + bottom;
    const known = groups.get(key);
    if (known) addTo(known, panel, row);
    else groups.set(key, { cells, count: 1, bytes: panel.bytes[row], largest: row });
    if (groups.size > most) return null;
  }
  return groups;
}

function addTo(group: Group, { bytes }: MemoryFlowPanel, row: number): void {
  group.count++;
  group.bytes += bytes[row];
  if (bytes[row] > bytes[group.largest]) group.largest = row;
}

/** The cells that a box touches, at least one, the last ones not included. */
function cellsOf(box: FlowBox, cellPx: number, columns: number, lines: number): Cells {
  const left = clamp(Math.floor(box.x / cellPx), columns - 2);
  const top = clamp(Math.floor(box.y / cellPx), lines - 2);
  const right = Math.max(left + 1, clamp(Math.ceil((box.x + box.width) / cellPx), columns - 1));
  const bottom = Math.max(top + 1, clamp(Math.ceil((box.y + box.height) / cellPx), lines - 1));
  return { left, right, top, bottom };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function boxOfGroup(group: Group, { widthPx, heightPx }: FlowFrame, cellPx: number): MergedPieces {
  const { cells, count, bytes, largest } = group;
  const x = cells.left * cellPx;
  const y = cells.top * cellPx;
  const width = Math.min(widthPx, cells.right * cellPx) - x;
  const height = Math.min(heightPx, cells.bottom * cellPx) - y;
  return { x, y, width, height, count, bytes, largest };
}
