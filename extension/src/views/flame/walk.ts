import type { FlameStep } from '../../shared/flame/flameKeys';
import { rowBeside } from '../../shared/flame/treeWalk';
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
  if (step === 'parent' && tree.depth[row] <= skipped) {
    return part > 0 ? firstRow(0, parts[0].tree.length, parts[0].skipped) : null;
  }
  const beside = rowBeside(tree, row, step);
  return beside < 0 ? null : { part, row: beside };
}

function firstRow(part: number, length: number, row = 0): FlameRow | null {
  return row < length ? { part, row } : null;
}
