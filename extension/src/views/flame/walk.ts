import { rangeOf } from './flameParts';
import type { FlameStep } from './keys';
import type { FlameRow, FlameState } from './state';

/** The row a step away from `from`, the first root for none; null where there is none. */
export function neighbour(
  { parts }: FlameState,
  from: FlameRow | null,
  step: FlameStep
): FlameRow | null {
  if (from === null) return firstRow(parts.length - 1, parts[parts.length - 1].tree.length);
  const { part, row } = from;
  const { tree, skipped } = parts[part];
  const { parent, end, depth } = tree;
  switch (step) {
    case 'parent':
      if (parent[row] >= 0 && depth[row] > skipped) return { part, row: parent[row] };
      return part > 0 ? firstRow(0, parts[0].tree.length, parts[0].skipped) : null;
    case 'child':
      return end[row] > row + 1 ? { part, row: row + 1 } : null;
    case 'next': {
      const last = parent[row] < 0 ? tree.length : end[parent[row]];
      return end[row] < last ? { part, row: end[row] } : null;
    }
    case 'previous':
      return previousSibling(from, parent, end);
  }
}

function firstRow(part: number, length: number, row = 0): FlameRow | null {
  return row < length ? { part, row } : null;
}

function previousSibling(
  { part, row }: FlameRow,
  parent: Int32Array,
  end: Uint32Array
): FlameRow | null {
  let at = parent[row] + 1;
  if (at === row) return null;
  while (end[at] < row) at = end[at];
  return { part, row: at };
}

/** The row to zoom to so that `target` is seen; null where it is in sight already. */
export function zoomToReveal(
  { parts }: FlameState,
  { part, row }: FlameRow,
  widthPx: number
): FlameRow | null {
  const { tree, starts } = parts[part];
  const isSeen = (zoom: number): boolean => {
    const { from, to } = rangeOf({ ...parts[part], zoom });
    const isWithin = starts[row] < to && starts[row] + tree.total[row] > from;
    return isWithin && (tree.total[row] * widthPx) / (to - from) >= 1;
  };
  if (isSeen(parts[part].zoom)) return null;
  const around = [-1, tree.parent[row], row].find(isSeen) ?? row;
  return { part, row: around };
}
