import { type CallTree, TreeBuilder } from './callTree';

/** Steps that a tree of callers takes at most; the first to each function are taken in any case. */
const MAX_STEPS = 600_000;

/**
 * The calls from the inside out: a row for each function with its self weight, and below it its callers
 * with the part that they caused. `self` of a row is the part without a further caller.
 */
export function bottomUpTree(tree: CallTree): CallTree {
  const weights: number[] = [];
  const rows: number[] = [];
  tree.self.forEach((weight, row) => {
    if (weight > 0) rows.push(row);
    if (weight > 0) weights.push(weight);
  });
  return inverted(tree, rows, weights);
}

/** One function between those that called it and those that it called. */
export interface Sandwich {
  /** Its self weight. */
  readonly self: number;
  /** Including everything it called; if it called itself, that counts once. */
  readonly total: number;
  /** The function, below it its callers; as in {@link bottomUpTree}, but with all of its total. */
  readonly callers: CallTree;
  /** The function, with everything it called below it. */
  readonly callees: CallTree;
}

/**
 * The callers of `callee` and the functions it called; linear in the tree, except for the bounded
 * callers.
 */
export function sandwichOf(tree: CallTree, callee: number): Sandwich {
  const outermost: number[] = [];
  let self = 0;
  let covered = 0;
  for (let row = 0; row < tree.length; row++) {
    if (tree.callee[row] !== callee) continue;
    self += tree.self[row];
    if (row < covered) continue;
    outermost.push(row);
    covered = tree.end[row];
  }
  const totals = outermost.map(row => tree.total[row]);
  return {
    self,
    total: totals.reduce((sum, each) => sum + each, 0),
    callers: inverted(tree, outermost, totals),
    callees: mergedBelow(tree, outermost)
  };
}

function mergedBelow(tree: CallTree, roots: readonly number[]): CallTree {
  const { unit, whole, shareWhole, calleeCount, parent, callee, self, end, awaited } = tree;
  const builder = new TreeBuilder(calleeCount);
  const nodes = new Int32Array(tree.length).fill(-1);
  for (const root of roots) {
    for (let row = root; row < end[root]; row++) {
      nodes[row] = builder.row(row === root ? -1 : nodes[parent[row]], callee[row]);
      builder.add(nodes[row], self[row]);
      builder.addAwaited(nodes[row], row === root ? 0 : awaited[row]);
    }
  }
  return { unit, whole, shareWhole, calleeCount, isCut: false, ...builder.build() };
}

/** Level by level, so that if there are too many steps, only those far from the roots are left out. */
function inverted(tree: CallTree, rows: readonly number[], weights: readonly number[]): CallTree {
  const { unit, whole, shareWhole, calleeCount, parent, callee } = tree;
  const builder = new TreeBuilder(calleeCount);
  let open = rows.map((row, at) => ({ row, node: -1, weight: weights[at] }));
  let steps = 0;
  while (open.length > 0 && (steps === 0 || steps + open.length <= MAX_STEPS)) {
    steps += open.length;
    const reached = open.map(({ row, node, weight }) => {
      return { row: parent[row], node: builder.row(node, callee[row]), weight };
    });
    reached.filter(({ row }) => row < 0).forEach(({ node, weight }) => builder.add(node, weight));
    open = reached.filter(({ row }) => row >= 0);
  }
  for (const { node, weight } of open) if (node >= 0) builder.add(node, weight);
  return { unit, whole, shareWhole, calleeCount, isCut: open.length > 0, ...builder.build() };
}
