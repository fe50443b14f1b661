import { enclosingSlices } from '../../analysis/nesting';
import { CPU_TO_GPU_FLOW } from '../../model/argKeys';
import { GPU_CATEGORIES } from '../../model/categories';
import type { Profile } from '../../model/profile';
import type { OperatorRuns } from './operatorRuns';

/** Rows of the slices of kernels, copies and fills on GPU streams, in order of start. */
export function gpuWorkRows({ slices, labels, strings, tracks }: Profile): readonly number[] {
  const isWork = Uint8Array.from(labels.category, category =>
    Number(GPU_CATEGORIES.includes(strings[category]))
  );
  const rows: number[] = [];
  if (!isWork.includes(1)) return rows;
  for (let row = 0; row < slices.length; row++) {
    const isOnStream = tracks[slices.track[row]].kind === 'cudaStream';
    if (isOnStream && isWork[slices.label[row]] === 1) rows.push(row);
  }
  return rows;
}

/** What operators made a GPU do, by row of their slices, nanoseconds. */
export interface DeviceTimes {
  /** Work that was started in the operator, and in no operator within it. */
  readonly self: Float64Array;
  /** Work that was started in the operator or in one within it. */
  readonly total: Float64Array;
}

/** Sums up by operator what arrows from CPU to GPU lead to; null where nothing ran on a GPU. */
export function deviceTimes({ profile, slices: runs }: OperatorRuns): DeviceTimes | null {
  const { flows, slices, labels, strings, tracks } = profile;
  if (!tracks.some(({ kind }) => kind === 'cudaStream')) return null;
  const isOperator = new Uint8Array(slices.length);
  for (const slice of runs) isOperator[slice] = 1;
  const enclosing = enclosingSlices(slices, tracks.length);
  const self = new Float64Array(slices.length);
  const total = new Float64Array(slices.length);
  const operatorAround = (slice: number): number => {
    let at = slice;
    while (at >= 0 && isOperator[at] === 0) at = enclosing[at];
    return at;
  };
  for (let flow = 0; flow < flows.length; flow++) {
    if (strings[labels.category[flows.label[flow]]] !== CPU_TO_GPU_FLOW) continue;
    const durationNs = slices.duration[flows.to[flow]];
    const innermost = operatorAround(flows.from[flow]);
    if (innermost >= 0) self[innermost] += durationNs;
    for (let at = innermost; at >= 0; at = operatorAround(enclosing[at])) total[at] += durationNs;
  }
  return { self, total };
}
