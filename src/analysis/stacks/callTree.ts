import type { StackUnit, StackWeights } from './stackWeights';

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

/** The rows of a `CallTree`. */
export interface TreeRows {
  readonly length: number;
  /** Row of the parent, or -1. */
  readonly parent: Int32Array;
  /** The row after the last one below the row. */
  readonly end: Uint32Array;
  /** The number of rows above the row. */
  readonly depth: Uint32Array;
  /** See `calledFunction`. */
  readonly callee: Uint32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  /** The part of `total` for which the parent was not on the stack, but awaited it. */
  readonly awaited: Float64Array;
}

/** Gathers the rows of a tree in any order that has parents before their children. */
export class TreeBuilder {
  readonly #rows = new Map<number, number>();
  readonly #parent: number[] = [];
  readonly #callee: number[] = [];
  readonly #self: number[] = [];
  readonly #awaited: number[] = [];

  /** Callees are smaller than `calleeCount`. */
  constructor(private readonly calleeCount: number) {}

  /** The row of `callee` below the row `parent`, -1 for a root, new or known. */
  row(parent: number, callee: number): number {
    const key = (parent + 1) * this.calleeCount + callee;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#parent.push(parent) - 1;
    this.#callee.push(callee);
    this.#self.push(0);
    this.#awaited.push(0);
    this.#rows.set(key, row);
    return row;
  }

  /** Adds to the self weight of a row. */
  add(row: number, weight: number): void {
    this.#self[row] += weight;
  }

  /** Adds to the weight of a row, with all below it, that its parent awaited. */
  addAwaited(row: number, weight: number): void {
    this.#awaited[row] += weight;
  }

  /** All rows, depth first, of siblings the heaviest first. */
  build(): TreeRows {
    const { length } = this.#parent;
    const total = Float64Array.from(this.#self);
    for (let row = length - 1; row >= 0; row--) {
      if (this.#parent[row] >= 0) total[this.#parent[row]] += total[row];
    }
    const order = this.#depthFirst(total);
    const placeOf = new Int32Array(length);
    order.forEach((row, place) => (placeOf[row] = place));
    const parent = new Int32Array(length);
    order.forEach((row, place) => {
      parent[place] = this.#parent[row] < 0 ? -1 : placeOf[this.#parent[row]];
    });
    return {
      length,
      parent,
      ...extents(parent),
      callee: Uint32Array.from(order, row => this.#callee[row]),
      self: Float64Array.from(order, row => this.#self[row]),
      total: Float64Array.from(order, row => total[row]),
      awaited: Float64Array.from(order, row => this.#awaited[row])
    };
  }

  /** Rows in the order of the tree; each is followed by the rows below it. */
  #depthFirst(total: Float64Array): Uint32Array {
    const { length } = this.#parent;
    const lightestFirst = Uint32Array.from(total, (_, row) => row).sort((a, b) => {
      return total[a] - total[b] || b - a;
    });
    const sibling = new Int32Array(length);
    const firstChild = new Int32Array(length + 1).fill(-1);
    for (const row of lightestFirst) {
      sibling[row] = firstChild[this.#parent[row] + 1];
      firstChild[this.#parent[row] + 1] = row;
    }
    const order = new Uint32Array(length);
    const after = (last: number): number => {
      let row = last;
      while (row >= 0 && sibling[row] < 0) row = this.#parent[row];
      return row < 0 ? -1 : sibling[row];
    };
    let row = firstChild[0];
    for (let place = 0; place < length; place++) {
      order[place] = row;
      row = firstChild[row + 1] >= 0 ? firstChild[row + 1] : after(row);
    }
    return order;
  }
}

function extents(parent: Int32Array): { end: Uint32Array; depth: Uint32Array } {
  const end = Uint32Array.from(parent, (_, row) => row + 1);
  const depth = new Uint32Array(parent.length);
  for (let row = 0; row < parent.length; row++) {
    if (parent[row] >= 0) depth[row] = depth[parent[row]] + 1;
  }
  for (let row = parent.length - 1; row >= 0; row--) {
    const above = parent[row];
    if (above >= 0) end[above] = Math.max(end[above], end[row]);
  }
  return { end, depth };
}
