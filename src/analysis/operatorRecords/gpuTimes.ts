import { CPU_TO_GPU_FLOW } from '../../model/argKeys';
import { GPU_CATEGORIES } from '../../model/categories';
import type { Profile } from '../../model/profile';
import { enclosingSlices } from '../nesting';

/** What operators made a GPU do. */
export interface GpuTimes {
  /** Nanoseconds of work that was started in an operator and in none within it, by its slice. */
  readonly workNs: Float64Array;
  /** Nanoseconds from the start of an operator to that of its first work; infinite without any. */
  readonly waitNs: Float64Array;
  /** Slices of work that no operator started, in order of start. */
  readonly strayWork: readonly number[];
}

/**
 * What arrows from CPU to GPU lead to, by the operator around their origin; null where nothing ran on
 * a GPU.
 */
export function gpuTimes(profile: Profile, isOperator: Uint8Array): GpuTimes | null {
  const { slices, flows, labels, strings, tracks } = profile;
  const work = gpuWork(profile);
  if (work.length === 0) return null;
  const enclosing = enclosingSlices(slices, tracks.length);
  const workNs = new Float64Array(slices.length);
  const waitNs = new Float64Array(slices.length).fill(Infinity);
  const isStarted = new Uint8Array(slices.length);
  for (let flow = 0; flow < flows.length; flow++) {
    if (strings[labels.category[flows.label[flow]]] !== CPU_TO_GPU_FLOW) continue;
    const to = flows.to[flow];
    let operator: number = flows.from[flow];
    while (operator >= 0 && isOperator[operator] === 0) operator = enclosing[operator];
    if (operator < 0 || isStarted[to] === 1) continue;
    isStarted[to] = 1;
    workNs[operator] += slices.duration[to];
    const waited = Math.max(0, slices.start[to] - slices.start[operator]);
    waitNs[operator] = Math.min(waitNs[operator], waited);
  }
  return { workNs, waitNs, strayWork: work.filter(slice => isStarted[slice] === 0) };
}

/** Slices of kernels, copies and fills. */
function gpuWork({ slices, labels, strings }: Profile): number[] {
  const isWork = Uint8Array.from(labels.category, category =>
    Number(GPU_CATEGORIES.includes(strings[category]))
  );
  const work: number[] = [];
  if (!isWork.includes(1)) return work;
  for (let slice = 0; slice < slices.length; slice++) {
    if (isWork[slices.label[slice]] === 1) work.push(slice);
  }
  return work;
}
