import type { CallTree } from 'kernelscope/analysis';
import { comparedFlame } from 'kernelscope/analysis';
import { flameStarts } from 'kernelscope/layout';
import type { ComparedTree } from 'kernelscope/model';

/** A step from the selected row of a tree. */
export type FlameStep = 'parent' | 'child' | 'previous' | 'next';

/** The calls of a comparison, and what a person set in their picture. */
export interface FlameState {
  readonly compared: ComparedTree;
  readonly tree: CallTree;
  readonly starts: Float64Array;
  readonly levels: number;
  /** The row that fills the width, or -1. */
  readonly zoom: number;
  /** The selected row, or -1. */
  readonly selected: number;
}

/** The state of all of a tree. */
export function flameStateOf(compared: ComparedTree): FlameState {
  const tree = comparedFlame(compared);
  const levels = tree.depth.reduce((most, depth) => Math.max(most, depth + 1), 0);
  return { compared, tree, starts: flameStarts(tree), levels, zoom: -1, selected: -1 };
}

/** The weights that are on show. */
export function rangeOf({ tree, starts, zoom }: FlameState): {
  readonly from: number;
  readonly to: number;
} {
  if (zoom < 0) return { from: 0, to: tree.whole };
  return { from: starts[zoom], to: starts[zoom] + tree.total[zoom] };
}

/** The row a step away from the selected one, the first one if none is; -1 if there is none. */
export function rowAway({ tree, selected }: FlameState, step: FlameStep): number {
  const { parent, end, length } = tree;
  if (selected < 0) return length > 0 ? 0 : -1;
  switch (step) {
    case 'parent':
      return parent[selected];
    case 'child':
      return end[selected] > selected + 1 ? selected + 1 : -1;
    case 'next': {
      const last = parent[selected] < 0 ? length : end[parent[selected]];
      return end[selected] < last ? end[selected] : -1;
    }
    case 'previous':
      return previousSibling(tree, selected);
  }
}

function previousSibling({ parent, end }: CallTree, row: number): number {
  let at = parent[row] + 1;
  if (at === row) return -1;
  while (end[at] < row) at = end[at];
  return at;
}

/** The row to zoom to so that `row` can be seen: as it is, if it can be. */
export function zoomFor(state: FlameState, row: number, widthPx: number): number {
  const { tree, starts } = state;
  const isSeen = (zoom: number): boolean => {
    const { from, to } = rangeOf({ ...state, zoom });
    const isWithin = starts[row] < to && starts[row] + tree.total[row] > from;
    return isWithin && (tree.total[row] * widthPx) / (to - from) >= 1;
  };
  return [state.zoom, -1, tree.parent[row], row].find(isSeen) ?? row;
}
