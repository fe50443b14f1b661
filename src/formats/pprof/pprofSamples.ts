import { heapAmounts } from '../../model/profile/heapAmount';
import type { Profile } from '../../model/profile/profile';
import { writtenStacks } from '../shared/rows/callPath';
import type { LabelsOfStack, StackLabel } from '../shared/rows/stackLabels';
import { threadStacks, wholeNumber } from '../shared/rows/threadStacks';

/** A stack and what it stands for. */
export interface PprofSample {
  readonly stack: number;
  /** Whole numbers, of the type `firstType` and the following ones. */
  readonly values: readonly number[];
  readonly firstType: 0 | 2;
  /** Name of the thread if it is known, then those of {@link LabelsOfStack}. */
  readonly labels: readonly StackLabel[];
}

/** The stacks of each thread with count and nanoseconds, then those of the heap. */
export function pprofSamples(profile: Profile, labelsOf: LabelsOfStack): readonly PprofSample[] {
  const { heapSamples, tracks } = profile;
  const stackFor = writtenStacks(profile);
  const found = threadStacks(profile, stackFor).map(
    ({ stack, track, count, totalNs }): PprofSample => {
      const labels: StackLabel[] = [['thread', tracks[track].name], ...labelsOf(stack)];
      return { stack, values: [count, totalNs], firstType: 0, labels };
    }
  );
  const columns = { allocated: heapSamples.bytes, alive: heapSamples.aliveBytes };
  const shown = heapAmounts(profile).map(amount => columns[amount]);
  for (let row = 0; row < heapSamples.length; row++) {
    const values = shown.map(column => wholeNumber(column[row]));
    found.push({ stack: stackFor(heapSamples.stack[row]), values, firstType: 2, labels: [] });
  }
  return found;
}
