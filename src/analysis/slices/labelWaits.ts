import type { Profile, SliceTable } from '../../model/profile/profile';

/** The input of {@link labelWaits}. */
export interface WaitingSlices {
  readonly slices: Pick<SliceTable, 'length' | 'duration' | 'label'>;
  readonly labelCount: number;
  /** Of `runningTimes`, for these slices. */
  readonly running: Float64Array | null;
  /** Totals of slices of which only those are known, if they are to count. */
  readonly dropped: Profile['droppedTotals'] | null;
}

/**
 * For each label the time for which its slices waited, nanoseconds: the part of their total in which
 * their code did not run; NaN where that is not known of all of them. Slices that wait at the same time
 * all count. Null if it is known of none.
 */
export function labelWaits(waiting: WaitingSlices): Float64Array | null {
  const { slices, labelCount, running, dropped } = waiting;
  if (running === null) return null;
  const { length, duration, label } = slices;
  const waited = new Float64Array(labelCount);
  for (let row = 0; row < length; row++) waited[label[row]] += duration[row] - running[row];
  dropped?.label.forEach((each, row) => {
    if (dropped.count[row] > 0) waited[each] = NaN;
  });
  return waited;
}
