import type { CallTree } from '../analysis/stacks/callTree';

/** The part of a tree that is on show: weights across, levels down. */
export interface FlameViewport {
  /** Weights at the left and the right edge, `from` < `to`. */
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
  /** Levels in sight, the first and the last one; roots are level 0. */
  readonly firstDepth: number;
  readonly lastDepth: number;
  /** Rows narrower than this are merged with their neighbours, pixels; 1 unless stated. */
  readonly minPx?: number;
}

/** Rectangles in the order of the tree, as columns. */
export interface FlameRects {
  readonly length: number;
  /** Row of the tree; of a merged rectangle the heaviest of its rows. */
  readonly row: readonly number[];
  readonly depth: readonly number[];
  /** Left edge and width in pixels, within the viewport. */
  readonly x: readonly number[];
  readonly width: readonly number[];
  /** True if the rectangle stands for several rows, each too narrow to be drawn. */
  readonly isMerged: readonly boolean[];
}

/** The weight to the left of each row: the sum of the rows before it on its level. */
export function flameStarts({ length, parent, total }: CallTree): Float64Array {
  const starts = new Float64Array(length);
  const used = new Float64Array(length + 1);
  for (let row = 0; row < length; row++) {
    const above = parent[row];
    starts[row] = (above < 0 ? 0 : starts[above]) + used[above + 1];
    used[above + 1] += total[row];
  }
  return starts;
}

/**
 * The rectangles of `tree` to draw. Children stand over their parent, heaviest first. The first child
 * that is narrower than `minPx` is merged with all after it into one rectangle, so that a level of the
 * default never has more rectangles than pixels, whatever the size of the tree.
 */
export function flameRects(
  tree: CallTree,
  starts: Float64Array,
  viewport: FlameViewport
): FlameRects {
  const { length, end, depth, total } = tree;
  const { from, to, widthPx, firstDepth, lastDepth, minPx = 1 } = viewport;
  const rects = { row: [], depth: [], x: [], width: [], isMerged: [] } as GrowingRects;
  let row = 0;
  while (row < length) {
    const right = starts[row] + total[row];
    if (right <= from || starts[row] >= to) {
      row = right <= from ? end[row] : endOfLevel(tree, row);
      continue;
    }
    const isMerged = ((right - starts[row]) * widthPx) / (to - from) < minPx;
    const reach = isMerged ? endOfSiblings(tree, starts, row) : right;
    if (depth[row] >= firstDepth) {
      addRect(
        rects,
        { row, depth: depth[row], isMerged },
        {
          left: ((starts[row] - from) * widthPx) / (to - from),
          right: ((reach - from) * widthPx) / (to - from),
          widthPx
        }
      );
    }
    if (isMerged) row = endOfLevel(tree, row);
    else row = depth[row] < lastDepth ? row + 1 : end[row];
  }
  return { length: rects.row.length, ...rects };
}

type GrowingRects = {
  readonly [Name in Exclude<keyof FlameRects, 'length'>]: FlameRects[Name][number][];
};

function addRect(
  rects: GrowingRects,
  {
    row,
    depth,
    isMerged
  }: { readonly row: number; readonly depth: number; readonly isMerged: boolean },
  { left, right, widthPx }: Readonly<Record<'left' | 'right' | 'widthPx', number>>
): void {
  const x = Math.max(0, left);
  rects.row.push(row);
  rects.depth.push(depth);
  rects.isMerged.push(isMerged);
  rects.x.push(x);
  rects.width.push(Math.max(0, Math.min(widthPx, right) - x));
}

/** The row after all siblings of `row` and their descendants. */
function endOfLevel({ length, parent, end }: CallTree, row: number): number {
  return parent[row] < 0 ? length : end[parent[row]];
}

/** The weight at which the last sibling of `row` ends. */
function endOfSiblings(
  { parent, self, total, whole }: CallTree,
  starts: Float64Array,
  row: number
): number {
  const above = parent[row];
  return above < 0 ? whole : starts[above] + total[above] - self[above];
}
