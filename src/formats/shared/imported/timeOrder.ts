import { rowNumbers, stableOrder } from '../../../base/stableOrder';

/** The rows of `time` by time, equal ones in their order; fast where they are in order already. */
export function orderByTime(time: Float64Array): Uint32Array {
  for (let row = 1; row < time.length; row++) {
    if (time[row] < time[row - 1]) return stableOrder(time);
  }
  return rowNumbers(time.length);
}

/** The rows of intervals by start; of those that start together the longer first. */
export function orderByStart(start: Float64Array, end: Float64Array): Uint32Array {
  const order = orderByTime(start);
  for (let from = 0, to = 0; from < order.length; from = to) {
    for (to = from + 1; to < order.length && start[order[to]] === start[order[from]];) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => end[b] - end[a] || a - b);
  }
  return order;
}
