import { growing } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import { threadsOfTracks } from '../slices/recordedThreads';
import { allSelfTimes } from '../slices/labelTimes';
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
 * gives them. A slice belongs to the step in which it began, see {@link stepsOfSlices}; the slice that marks
 * a step belongs to that step. Slices that were not kept have no times and are left out.
 */
export function stepTotals(profile: Profile, steps: readonly ProfileStep[]): StepTotals {
  const { slices, labels } = profile;
  const selfNs = allSelfTimes(profile);
  const stepOf = stepsOfSlices(profile, steps);
  const totals = new GrowingTotals(labels.length);
  for (let slice = 0; slice < slices.length; slice++) {
    totals.add(stepOf[slice], slices.label[slice], slices.duration[slice], selfNs[slice]);
  }
  return totals.finish();
}

/**
 * For each slice the index of the step that it began in, or -1: of those of its thread; else of its process;
 * else of all, where a single thread has steps. Steps of several threads at a time are not those of others.
 */
export function stepsOfSlices(profile: Profile, steps: readonly ProfileStep[]): Int32Array {
  const { length, start, track } = profile.slices;
  const stepOf = new Int32Array(length).fill(-1);
  const groups = groupsByTrack(profile, steps);
  const reached = new Map([...new Set(groups)].map(group => [group, -1]));
  for (let slice = 0; slice < length; slice++) {
    const group = groups[track[slice]];
    let step = reached.get(group) ?? -1;
    while (step + 1 < group.length && steps[group[step + 1]].start <= start[slice]) step++;
    reached.set(group, step);
    if (step >= 0 && start[slice] < steps[group[step]].end) stepOf[slice] = group[step];
  }
  steps.forEach(({ slice }, index) => {
    stepOf[slice] = index;
  });
  return stepOf;
}

/** For each track the indices of the steps that its slices may belong to, in order of start. */
function groupsByTrack(
  { slices, tracks }: Profile,
  steps: readonly ProfileStep[]
): readonly (readonly number[])[] {
  const threads = threadsOfTracks(tracks);
  const ownerOf = (track: number): number =>
    threads[track] >= 0
      ? threads[track]
      : tracks.findIndex(({ kind, pid }) => kind === 'thread' && pid === tracks[track].pid);
  const groups = new Map<number, number[]>();
  steps.forEach(({ slice }, index) => {
    const owner = ownerOf(slices.track[slice]);
    const known = groups.get(owner) ?? [];
    known.push(index);
    groups.set(owner, known);
  });
  const onlyOf = (owners: readonly number[]): readonly number[] | undefined =>
    owners.length === 1 ? groups.get(owners[0]) : undefined;
  return tracks.map(({ pid }, track) => {
    const owners = [...groups.keys()];
    const ofProcess = owners.filter(owner => tracks[owner]?.pid === pid);
    const known = groups.get(ownerOf(track)) ?? onlyOf(ofProcess);
    return known ?? (ofProcess.length === 0 ? onlyOf(owners) : undefined) ?? NO_STEPS;
  });
}

const NO_STEPS: readonly number[] = [];

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
  readonly #rows = new Map<number, number>();
  readonly #step = growing.int32();
  readonly #label = growing.uint32();
  readonly #sums: Sums[] = [];

  constructor(private readonly labelCount: number) {}

  add(step: number, label: number, durationNs: number, selfNs: number): void {
    const sum = this.#sums[this.#rowOf(step, label)];
    sum.count++;
    sum.total += durationNs;
    sum.self += selfNs;
    if (durationNs > sum.max) sum.max = durationNs;
  }

  finish(): StepTotals {
    const sums = this.#sums;
    return {
      length: sums.length,
      step: this.#step.toColumn(),
      label: this.#label.toColumn(),
      count: columnOf(sums, ({ count }) => count),
      total: columnOf(sums, ({ total }) => total),
      self: columnOf(sums, ({ self }) => Math.max(0, self)),
      max: columnOf(sums, ({ max }) => max)
    };
  }

  #rowOf(step: number, label: number): number {
    const key = (step + 1) * this.labelCount + label;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#step.push(step);
    this.#label.push(label);
    const row = this.#sums.push({ count: 0, total: 0, self: 0, max: 0 }) - 1;
    this.#rows.set(key, row);
    return row;
  }
}
