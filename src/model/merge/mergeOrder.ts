import { concatenate, consecutiveRows } from '../profile/columns';

/**
 * The order that merges ascending lists into one: positions in their concatenation. Among equal keys
 * those of an earlier list come first, and each list keeps its own order. `null` when the
 * concatenation is in order as it is. Linear in the keys, for each list that overlaps those before.
 */
export function mergeOrder(lists: readonly Float64Array[]): Uint32Array | null {
  const keys = concatenate(lists);
  const order = consecutiveRows(keys.length);
  const spare = new Uint32Array(keys.length);
  let isMoved = false;
  let boundary = 0;
  for (const { length } of lists) {
    const end = boundary + length;
    const isBehind = boundary > 0 && length > 0 && keys[order[boundary - 1]] > keys[boundary];
    if (isBehind) {
      mergeNeighbours(keys, { order, spare }, boundary, end);
      isMoved = true;
    }
    boundary = end;
  }
  return isMoved ? order : null;
}

interface OrderColumns {
  readonly order: Uint32Array;
  /** As long as `order`, of no value before or after. */
  readonly spare: Uint32Array;
}

/** Merges the ordered positions up to `boundary` with those from there up to `end`. */
function mergeNeighbours(
  keys: Float64Array,
  { order, spare }: OrderColumns,
  boundary: number,
  end: number
): void {
  spare.set(order.subarray(0, boundary));
  let left = 0;
  let right = boundary;
  for (let target = 0; left < boundary; target++) {
    const takeRight = right < end && keys[order[right]] < keys[spare[left]];
    order[target] = takeRight ? order[right++] : spare[left++];
  }
}
