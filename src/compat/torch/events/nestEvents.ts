import { rowNumbers, stableOrder } from '../../../base/stableOrder';

/** The places of events: columns of equal length, in any order. All times in the same unit. */
export interface EventPlaces {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Number of the thread; events of {@link NO_THREAD} neither enclose others nor are enclosed. */
  readonly thread: Float64Array;
}

/** In place of a thread. */
export const NO_THREAD = NaN;

export interface Nesting {
  /** Rows by start; of equal starts the longest first, of equal intervals the first row first. */
  readonly order: Uint32Array;
  /** For each row that of the enclosing event, or -1. */
  readonly parent: Int32Array;
}

/**
 * Nests the events of each thread: an event is inside the last one that began before it and has not
 * ended. One that outlasts it, so that the two overlap in part, ends its turn: from then on nothing
 * is inside it. What starts where another ends is not inside. Linear for events that are in order,
 * else O(n log n).
 */
export function nestEvents(places: EventPlaces): Nesting {
  const { start, end, thread } = places;
  const order = orderByStart(start, end);
  const parent = new Int32Array(start.length).fill(-1);
  const innermost = new Map<number, number>();
  let current = NO_THREAD;
  let outer = -1;
  for (let at = 0; at < order.length; at++) {
    const row = order[at];
    const own = thread[row];
    if (Number.isNaN(own)) continue;
    if (own !== current) {
      innermost.set(current, outer);
      outer = innermost.get(own) ?? -1;
      current = own;
    }
    while (outer >= 0 && (start[row] >= end[outer] || end[row] > end[outer])) outer = parent[outer];
    parent[row] = outer;
    outer = row;
  }
  return { order, parent };
}

function orderByStart(start: Float64Array, end: Float64Array): Uint32Array {
  if (isInOrder(start, end)) return rowNumbers(start.length);
  return stableOrder(start, stableOrder(end.map(time => -time)));
}

function isInOrder(start: Float64Array, end: Float64Array): boolean {
  for (let row = 1; row < start.length; row++) {
    if (start[row] < start[row - 1]) return false;
    if (start[row] === start[row - 1] && end[row] > end[row - 1]) return false;
  }
  return true;
}
