import type { ComparedTree } from '../../model/output/comparison';
import type { CallTree } from '../stacks/callTree';

/**
 * The calls of a comparison as a call tree to draw: each is as wide as the greater of its times before
 * and after, or as what it called together. Callees are the rows of `functions`.
 */
export function comparedFlame(tree: ComparedTree): CallTree {
  const { length } = tree.parent;
  const parent = Int32Array.from(tree.parent);
  const total = new Float64Array(length);
  const self = new Float64Array(length);
  const below = new Float64Array(length);
  const end = Uint32Array.from(parent, (_, row) => row + 1);
  const depth = new Uint32Array(length);
  let whole = 0;
  for (let row = length - 1; row >= 0; row--) {
    total[row] = Math.max(tree.totalBefore[row], tree.totalAfter[row], below[row]);
    self[row] = total[row] - below[row];
    const above = parent[row];
    if (above < 0) {
      whole += total[row];
      continue;
    }
    below[above] += total[row];
    end[above] = Math.max(end[above], end[row]);
  }
  for (let row = 0; row < length; row++) {
    if (parent[row] >= 0) depth[row] = depth[parent[row]] + 1;
  }
  return {
    unit: 'nanoseconds',
    length,
    parent,
    end,
    depth,
    callee: Uint32Array.from(tree.function),
    self,
    total,
    // two profiles are compared by the totals alone
    awaited: new Float64Array(length),
    whole,
    shareWhole: whole,
    calleeCount: tree.functions.length,
    isCut: tree.hiddenRows > 0
  };
}
