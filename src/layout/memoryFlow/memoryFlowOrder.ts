import { consecutiveRows } from '../../model/profile/columns';

/** The rows of `keys` in ascending order; equal ones stay in order. */
export function orderOf(keys: Float64Array): Uint32Array {
  return consecutiveRows(keys.length).sort((a, b) => keys[a] - keys[b] || a - b);
}
