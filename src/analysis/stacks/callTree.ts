import type { StackUnit, StackWeights } from './stackWeights';
import { TreeBuilder, type TreeRows } from './treeBuilder';

/**
 * A tree of functions with their weights. Rows are depth first, heaviest child first: the rows below a
 * row follow it, up to `end`. `total` is `self` plus the totals of all children, so that the rows
 * without a parent add up to `whole`. Nothing is negative.
 */
export interface CallTree extends TreeRows {
  readonly unit: StackUnit;
  /** The weight of everything counted, in this tree or not. */
  readonly whole: number;
  /** The value of a share of 1, ≥ `whole`; see `shareWhole`. */
  readonly shareWhole: number;
  /** The number of possible callees. */
  readonly calleeCount: number;
  /** True when rows far from the roots were left out, to bound the work. */
  readonly isCut: boolean;
}

/**
 * The calls from the outside in, stacks of the same functions merged; linear in the stacks. Shares are of
 * `least` unless the stacks weigh more.
 */
export function callTree(weights: StackWeights, least = 0): CallTree {
  const { length, prefix, callee, weight, unit, calleeCount, isAwaited } = weights;
  const hasWeight = Uint8Array.from(weight, each => (each > 0 ? 1 : 0));
  const withLonger = Float64Array.from(weight);
  for (let row = length - 1; row >= 0; row--) {
    if (!hasWeight[row] || prefix[row] < 0) continue;
    hasWeight[prefix[row]] = 1;
    withLonger[prefix[row]] += withLonger[row];
  }
  const builder = new TreeBuilder(calleeCount);
  const nodes = new Int32Array(length).fill(-1);
  let whole = 0;
  for (let row = 0; row < length; row++) {
    if (!hasWeight[row]) continue;
    nodes[row] = builder.row(prefix[row] < 0 ? -1 : nodes[prefix[row]], callee[row]);
    builder.add(nodes[row], weight[row]);
    if (isAwaited?.[row] === 1) builder.addAwaited(nodes[row], withLonger[row]);
    whole += weight[row];
  }
  const shareWhole = Math.max(whole, least);
  return { unit, calleeCount, whole, shareWhole, isCut: false, ...builder.build() };
}

/** The rows directly below `row`, heaviest first; of -1 the rows without a parent. */
export function childRows({ length, end }: CallTree, row: number): number[] {
  const children: number[] = [];
  const last = row < 0 ? length : end[row];
  for (let child = row + 1; child < last; child = end[child]) children.push(child);
  return children;
}
