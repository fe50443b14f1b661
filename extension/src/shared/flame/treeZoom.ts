import type { CallTree } from 'kernelscope/analysis';

/** A tree that is drawn, and how much of it. */
export interface ZoomedTree {
  readonly tree: CallTree;
  /** The result of `flameStarts`. */
  readonly starts: Float64Array;
  /** Row that fills the width, or -1 for all of the tree. */
  readonly zoom: number;
}

/** The weights that are on show. */
export function rangeOf({ tree, starts, zoom }: ZoomedTree): { from: number; to: number } {
  if (zoom < 0) return { from: 0, to: sumOfRoots(tree) };
  return { from: starts[zoom], to: starts[zoom] + tree.total[zoom] };
}

/** The row to zoom to so that `row` can be seen in a picture of a width: the present one, if it can. */
export function zoomToSee(zoomed: ZoomedTree, row: number, widthPx: number): number {
  const { tree, starts } = zoomed;
  const isSeen = (zoom: number): boolean => {
    const { from, to } = rangeOf({ ...zoomed, zoom });
    const isWithin = starts[row] < to && starts[row] + tree.total[row] > from;
    return isWithin && (tree.total[row] * widthPx) / (to - from) >= 1;
  };
  return [zoomed.zoom, -1, tree.parent[row], row].find(isSeen) ?? row;
}

/** The total weight of the rows without a parent. */
function sumOfRoots({ length, end, total }: CallTree): number {
  let sum = 0;
  for (let row = 0; row < length; row = end[row]) sum += total[row];
  return sum;
}
