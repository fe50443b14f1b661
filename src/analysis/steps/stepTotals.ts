import { growing } from '../../model/profile/columns';
import type { Profile, SliceTable } from '../../model/profile/profile';
import { enclosingSlices } from '../slices/nesting';
import { runningTimes } from '../slices/runningTimes';
import { selfTimes } from '../slices/selfTimes';
import type { ProfileStep } from './profileSteps';

/** Slices by step and label, every column with one entry for each pair that occurs. Nanoseconds. */
export interface StepTotals {
  readonly length: number;
  /** Index into the steps, or -1 for slices that began in none. */
  readonly step: Int32Array;
  /** Row of `Profile.labels`. */
  readonly label: Uint32Array;
  readonly count: Float64Array;
  readonly total: Float64Array;
  /** Sum of `selfTimes`, never negative. */
  readonly self: Float64Array;
  readonly max: Float64Array;
}

/**
 * Adds up the slices by label within each of `steps`, which are in order of start, as `profileSteps`
 * gives them. A slice belongs to the step in which it began, on any track; the slice that marks a step
 * belongs to that step. Slices that were not kept have no times and are left out.
 */
export function stepTotals(profile: Profile, steps: readonly ProfileStep[]): StepTotals {
  const { slices, tracks, labels } = profile;
  const enclosing = enclosingSlices(slices, tracks.length);
  const selfNs = selfTimes({ slices, enclosing, tracks, running: runningTimes(profile) });
  const stepOf = stepsOfSlices(slices, steps);
  const totals = new GrowingTotals(labels.length);
  for (let slice = 0; slice < slices.length; slice++) {
    totals.add(stepOf[slice], slices.label[slice], slices.duration[slice], selfNs[slice]);
  }
  return totals.finish();
}

/** For each slice the index of the step that it began in, or -1. */
export function stepsOfSlices(
  { length, start }: SliceTable,
  steps: readonly ProfileStep[]
): Int32Array {
  const stepOf = new Int32Array(length).fill(-1);
  let step = -1;
  for (let slice = 0; slice < length; slice++) {
    while (step + 1 < steps.length && steps[step + 1].start <= start[slice]) step++;
    if (step >= 0 && start[slice] < steps[step].end) stepOf[slice] = step;
  }
  steps.forEach(({ slice }, index) => {
    stepOf[slice] = index;
  });
  return stepOf;
}

interface Sums {
  count: number;
  total: number;
  self: number;
  max: number;
}

/** `Float64Array.from` takes several times as long. */
function columnOf(sums: readonly Sums[], value: (sums: Sums) => number): Float64Array {
  const column = new Float64Array(sums.length);
  for (let row = 0; row < sums.length; row++) column[row] = value(sums[row]);
  return column;
}

class GrowingTotals {
  private readonly rows = new Map<number, number>();
  private readonly step = growing.int32();
  private readonly label = growing.uint32();
  private readonly sums: Sums[] = [];

  constructor(private readonly labelCount: number) {}

  add(step: number, label: number, durationNs: number, selfNs: number): void {
    const sum = this.sums[this.rowOf(step, label)];
    sum.count++;
    sum.total += durationNs;
    sum.self += selfNs;
    if (durationNs > sum.max) sum.max = durationNs;
  }

  finish(): StepTotals {
    const { sums } = this;
    return {
      length: sums.length,
      step: this.step.toColumn(),
      label: this.label.toColumn(),
      count: columnOf(sums, ({ count }) => count),
      total: columnOf(sums, ({ total }) => total),
      self: columnOf(sums, ({ self }) => Math.max(0, self)),
      max: columnOf(sums, ({ max }) => max)
    };
  }

  private rowOf(step: number, label: number): number {
    const key = (step + 1) * this.labelCount + label;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    this.step.push(step);
    this.label.push(label);
    const row = this.sums.push({ count: 0, total: 0, self: 0, max: 0 }) - 1;
    this.rows.set(key, row);
    return row;
  }
}
