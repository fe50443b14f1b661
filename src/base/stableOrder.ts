/** Length of the runs that are sorted by insertion before they are merged. */
const RUN = 8;

/**
 * The rows of `values` in ascending order, equal values in the order in which `rows` has them: all
 * rows from 0 on when not stated. O(n log n), for a million values about ten times as fast as sorting
 * with a function.
 */
export function stableOrder(values: Float64Array, rows = rowNumbers(values.length)): Uint32Array {
  let from = rows.slice();
  let to = new Uint32Array(rows.length);
  for (let start = 0; start < from.length; start += RUN) {
    sortRun(values, from, start, Math.min(start + RUN, from.length));
  }
  for (let width = RUN; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      mergeRuns(values, { from, to, start, middle, end: Math.min(middle + width, from.length) });
    }
    [from, to] = [to, from];
  }
  return from;
}

/** 0, 1, 2 … */
export function rowNumbers(length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

// hot
function sortRun(values: Float64Array, rows: Uint32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const row = rows[at];
    let hole = at;
    while (hole > start && values[rows[hole - 1]] > values[row]) {
      rows[hole] = rows[hole - 1];
      hole--;
    }
    rows[hole] = row;
  }
}

/** Two neighbouring sorted runs of `from` and where their union goes. */
interface Runs {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

// hot
function mergeRuns(values: Float64Array, { from, to, start, middle, end }: Runs): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right >= end || !(values[from[right]] < values[from[left]]));
    to[at] = isLeft ? from[left++] : from[right++];
  }
}
