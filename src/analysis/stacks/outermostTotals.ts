/**
 * The weight of all stacks that have a key, each stack once however often it has it. `prefix` is a
 * prefix tree as in `StackWeights`, `keys` has the key of each row, -1 for none; linear.
 */
export function outermostTotals(
  prefix: Int32Array,
  keys: Int32Array,
  weight: Float64Array,
  keyCount: number
): Float64Array {
  const withLonger = weight.slice();
  for (let row = prefix.length - 1; row >= 0; row--) {
    if (prefix[row] >= 0) withLonger[prefix[row]] += withLonger[row];
  }
  const totals = new Float64Array(keyCount);
  const open = new Uint32Array(keyCount);
  walk(prefix, {
    enter: row => {
      const key = keys[row];
      if (key >= 0 && open[key]++ === 0) totals[key] += withLonger[row];
    },
    leave: row => {
      if (keys[row] >= 0) open[keys[row]]--;
    }
  });
  return totals;
}

interface Visitor {
  readonly enter: (row: number) => void;
  readonly leave: (row: number) => void;
}

/** Visits every row after its prefix, and leaves it after all longer ones. */
function walk(prefix: Int32Array, { enter, leave }: Visitor): void {
  const { length } = prefix;
  const firstChild = new Int32Array(length + 1).fill(-1);
  const sibling = new Int32Array(length);
  for (let row = length - 1; row >= 0; row--) {
    sibling[row] = firstChild[prefix[row] + 1];
    firstChild[prefix[row] + 1] = row;
  }
  const after = (last: number): number => {
    let row = last;
    for (; row >= 0; row = prefix[row]) {
      leave(row);
      if (sibling[row] >= 0) return sibling[row];
    }
    return row;
  };
  let row = firstChild[0];
  while (row >= 0) {
    enter(row);
    row = firstChild[row + 1] >= 0 ? firstChild[row + 1] : after(row);
  }
}
