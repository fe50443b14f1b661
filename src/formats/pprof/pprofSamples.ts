import { heapAmounts } from '../../model/profile/heapAmount';
import type { Profile } from '../../model/profile/profile';
import { writtenStacks } from '../shared/rows/callPath';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';

/** A stack and what it stands for. */
export interface PprofSample {
  readonly stack: number;
  /** Whole numbers, of the type `firstType` and the following ones. */
  readonly values: readonly number[];
  readonly firstType: 0 | 2;
  /** Name of the thread if it is known, then those of {@link LabelsOfStack}. */
  readonly labels: readonly PprofLabel[];
}

/** A name and a value, by which readers of pprof tell samples apart. */
export type PprofLabel = readonly [name: string, value: string];

/** The labels of a stack of CPU samples, by its row. */
export type LabelsOfStack = (stack: number) => readonly PprofLabel[];

/** The stacks of each thread with count and nanoseconds, then those of the heap. */
export function pprofSamples(profile: Profile, labelsOf: LabelsOfStack): readonly PprofSample[] {
  const byTrack = groupRows(profile.samples.track, profile.tracks.length);
  const stackFor = writtenStacks(profile);
  const found = profile.tracks.flatMap((_, track) => {
    return ofThread(profile, rowsOf(byTrack, track), { stackFor, labelsOf });
  });
  const { heapSamples } = profile;
  const columns = { allocated: heapSamples.bytes, alive: heapSamples.aliveBytes };
  const shown = heapAmounts(profile).map(amount => columns[amount]);
  for (let row = 0; row < heapSamples.length; row++) {
    const values = shown.map(column => whole(column[row]));
    found.push({ stack: stackFor(heapSamples.stack[row]), values, firstType: 2, labels: [] });
  }
  return found;
}

interface StackReading {
  /** The stack that is written for a stack. */
  readonly stackFor: (stack: number) => number;
  readonly labelsOf: LabelsOfStack;
}

function ofThread(
  { samples, tracks }: Profile,
  rows: Uint32Array,
  { stackFor, labelsOf }: StackReading
): PprofSample[] {
  const sums = new Map<number, { count: number; totalNs: number }>();
  for (const row of rows) {
    const stack = stackFor(samples.stack[row]);
    if (stack < 0) continue;
    const sum = sums.get(stack) ?? { count: 0, totalNs: 0 };
    sum.count++;
    sum.totalNs += samples.weight[row];
    sums.set(stack, sum);
  }
  return Array.from(sums, ([stack, { count, totalNs }]) => ({
    stack,
    values: [count, whole(totalNs)],
    firstType: 0,
    labels: [['thread', tracks[samples.track[rows[0]]].name], ...labelsOf(stack)]
  }));
}

/** Rounded, and small enough for readers that count in 64 bits. */
function whole(value: number): number {
  return Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);
}
