import type { Profile } from '../../model/profile/profile';
import { enclosingOf } from '../slices/nesting';
import { gpuOrigins, nearestMarked, nextMarked } from './gpuOrigins';
import { gpuWork } from './gpuWork';

/** The GPU work of operators, by rows of their slices; nanoseconds. */
export interface OperatorWork {
  /** Work that was started in an operator and in none within it. */
  readonly selfNs: Float64Array;
  /** Work that was started in an operator or in one within it. */
  readonly totalNs: Float64Array;
  /** From the start of an operator to that of its first own work; infinite without any. */
  readonly waitNs: Float64Array;
  /** Slices of work that no operator started, in order of start. */
  readonly strayWork: readonly number[];
}

/** Sums up by operator what arrows from CPU to GPU lead to; null where nothing ran on a GPU. */
export function operatorWork(profile: Profile, isOperator: Uint8Array): OperatorWork | null {
  const { slices } = profile;
  const { rows } = gpuWork(profile);
  if (rows.length === 0) return null;
  const { parent, start, duration } = slices;
  const enclosing = enclosingOf(profile);
  const nearest = nearestMarked(slices, enclosing, isOperator);
  const originOf = gpuOrigins(profile);
  const selfNs = new Float64Array(slices.length);
  const totalNs = new Float64Array(slices.length);
  const waitNs = new Float64Array(slices.length).fill(Infinity);
  const strayWork: number[] = [];
  for (const row of rows) {
    const origin = originOf[row];
    const operator = origin < 0 ? -1 : nearest[origin];
    if (operator < 0) {
      strayWork.push(row);
      continue;
    }
    selfNs[operator] += duration[row];
    waitNs[operator] = Math.min(waitNs[operator], Math.max(0, start[row] - start[operator]));
    for (let at = operator; at >= 0; at = nextMarked(at, { parent, enclosing, nearest })) {
      totalNs[at] += duration[row];
    }
  }
  return { selfNs, totalNs, waitNs, strayWork };
}
