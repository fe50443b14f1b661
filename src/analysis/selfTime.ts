import type { SliceTable } from '../model/profile';

/**
 * Self time of each slice in nanoseconds: its duration less that of the slices directly inside it
 * on the same track; never negative. `enclosing` comes from `enclosingSlices`.
 */
export function selfTimes(slices: SliceTable, enclosing: Int32Array): Float64Array {
  const { length, duration } = slices;
  const self = duration.slice();
  for (let row = 0; row < length; row++) {
    const outer = enclosing[row];
    if (outer >= 0) self[outer] -= duration[row];
  }
  for (let row = 0; row < length; row++) if (self[row] < 0) self[row] = 0;
  return self;
}
