import {
  type ComparedFunction,
  type ComparedTree,
  MAX_COMPARED_CALLS
} from '../../model/output/comparison';
import type { Profile } from '../../model/profile/profile';
import { calledFunction } from '../stacks/calledFunctions';
import { type CallTree, callTree } from '../stacks/callTree';
import { nestedSlices, sampleStacks } from '../stacks/stackWeights';
import { TreeBuilder } from '../stacks/treeBuilder';
import { type ComparedSide, comparedFile, runsOf } from './comparedSide';

/**
 * The calls of both profiles in one tree, functions of the same name and file merged, of siblings the
 * heavier first; null if there are none. They are those of samples or, unless both were sampled, of
 * slices. If there are too many rows, those with the least time are left out.
 */
export function comparedTree(before: ComparedSide, after: ComparedSide): ComparedTree | null {
  const isSampled = [before, after].every(({ profile }) => profile.samples.length > 0);
  const weightsOf = isSampled ? sampleStacks : nestedSlices;
  const trees = [before, after].map(side => callTree(weightsOf(side.profile)));
  const calls = trees[0].length + trees[1].length;
  if (calls === 0) return null;
  const merged = new MergedTree(calls);
  merged.add(trees[0], before, 'before');
  merged.add(trees[1], after, 'after');
  return merged.finish();
}

type Side = 'before' | 'after';

/** Times of both sides by row of a tree that grows. */
class MergedTree {
  readonly #functions: ComparedFunction[] = [];
  readonly #known = new Map<string, number>();
  readonly #builder: TreeBuilder;
  readonly #self: Readonly<Record<Side, Float64Array>>;

  /** There are `most` rows at most, and as many functions. */
  constructor(most: number) {
    this.#builder = new TreeBuilder(most);
    this.#self = { before: new Float64Array(most), after: new Float64Array(most) };
  }

  add(tree: CallTree, side: ComparedSide, name: Side): void {
    const runs = runsOf(side);
    const rows = new Int32Array(tree.length);
    for (let row = 0; row < tree.length; row++) {
      const above = tree.parent[row];
      const callee = this.#functionOf(side.profile, tree.callee[row]);
      rows[row] = this.#builder.row(above < 0 ? -1 : rows[above], callee);
      this.#self[name][rows[row]] += tree.self[row] / runs;
    }
  }

  finish(): ComparedTree {
    const builder = this.#builder;
    const self = this.#self;
    const functions = this.#functions;
    self.before.forEach((time, row) => {
      const most = Math.max(time, self.after[row]);
      if (most > 0) builder.add(row, most);
    });
    const { length, parent, callee, total } = builder.build();
    const rows = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      rows[row] = builder.row(parent[row] < 0 ? -1 : rows[parent[row]], callee[row]);
    }
    const times = (name: Side) =>
      timesOf(
        Float64Array.from(rows, row => self[name][row]),
        parent
      );
    const kept = heaviest(total, MAX_COMPARED_CALLS);
    return keptRows({ parent, callee, functions, kept }, times('before'), times('after'));
  }

  #functionOf(profile: Profile, callee: number): number {
    const called = calledFunction(profile, callee);
    const { name } = called;
    const file = comparedFile(profile, called.file);
    const key = JSON.stringify([name, file]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#functions.push({ name, file }) - 1;
    this.#known.set(key, made);
    return made;
  }
}

interface Times {
  readonly self: Float64Array;
  readonly total: Float64Array;
}

function timesOf(self: Float64Array, parent: Int32Array): Times {
  const total = self.slice();
  for (let row = parent.length - 1; row >= 0; row--) {
    if (parent[row] >= 0) total[parent[row]] += total[row];
  }
  return { self, total };
}

/** The rows with the greatest totals, of equal ones the first: with each row the row above it is kept. */
function heaviest(total: Float64Array, limit: number): readonly number[] {
  const rows = Array.from(total, (_, row) => row);
  if (rows.length <= limit) return rows;
  rows.sort((a, b) => total[b] - total[a] || a - b);
  return rows.slice(0, limit).sort((a, b) => a - b);
}

interface KeptRows {
  readonly parent: Int32Array;
  readonly callee: Uint32Array;
  readonly functions: readonly ComparedFunction[];
  readonly kept: readonly number[];
}

function keptRows(
  { parent, callee, functions, kept }: KeptRows,
  before: Times,
  after: Times
): ComparedTree {
  const placeOf = new Int32Array(parent.length).fill(-1);
  kept.forEach((row, place) => (placeOf[row] = place));
  const used = [...new Set(kept.map(row => callee[row]))];
  const functionOf = new Map(used.map((each, place) => [each, place]));
  const column = (times: Float64Array): number[] => kept.map(row => Math.round(times[row]));
  return {
    parent: kept.map(row => (parent[row] < 0 ? -1 : placeOf[parent[row]])),
    function: kept.map(row => functionOf.get(callee[row]) ?? 0),
    functions: used.map(each => functions[each]),
    selfBefore: column(before.self),
    selfAfter: column(after.self),
    totalBefore: column(before.total),
    totalAfter: column(after.total),
    hiddenRows: parent.length - kept.length
  };
}
