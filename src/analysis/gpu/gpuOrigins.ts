import { oncePer } from '../../base/oncePer';
import { CPU_TO_GPU_FLOW } from '../../model/profile/argKeys';
import type { Profile, SliceTable } from '../../model/profile/profile';

/**
 * For each slice the one that made a GPU do it: the call of CUDA, or the operator where calls were not
 * recorded; -1 where no arrow leads to it. Of several arrows to a slice the first counts.
 */
export const gpuOrigins = oncePer(findGpuOrigins);

function findGpuOrigins({ slices, flows, labels, strings }: Profile): Int32Array {
  const originOf = new Int32Array(slices.length).fill(-1);
  const isLaunch = Uint8Array.from(labels.category, category =>
    Number(strings[category] === CPU_TO_GPU_FLOW)
  );
  for (let flow = 0; flow < flows.length; flow++) {
    if (isLaunch[flows.label[flow]] === 0) continue;
    const to = flows.to[flow];
    if (originOf[to] < 0) originOf[to] = flows.from[flow];
  }
  return originOf;
}

// hot
/**
 * For each slice the nearest marked slice that it is a part of, possibly itself, or -1. A slice is a
 * part of the slice around it on its track and of the slice that caused it: code of an asynchronous
 * operator runs on its thread, while the operator is on a lane. Of the two, the one that began later is
 * nearer.
 */
export function nearestMarked(
  { length, parent }: Pick<SliceTable, 'length' | 'parent'>,
  enclosing: Int32Array,
  isMarked: Uint8Array
): Int32Array {
  const nearest = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    nearest[row] = isMarked[row] === 1 ? row : nextMarked(row, { parent, enclosing, nearest });
  }
  return nearest;
}

/** The input of {@link nextMarked}. */
export interface MarkedSlices {
  readonly parent: Int32Array;
  /** Of `enclosingSlices`. */
  readonly enclosing: Int32Array;
  /** Of {@link nearestMarked}. */
  readonly nearest: Int32Array;
}

// hot
/** As {@link nearestMarked} of one slice, but never the slice itself. */
export function nextMarked(row: number, { parent, enclosing, nearest }: MarkedSlices): number {
  const around = enclosing[row] < 0 ? -1 : nearest[enclosing[row]];
  const cause = parent[row] < 0 ? -1 : nearest[parent[row]];
  return around > cause ? around : cause;
}
