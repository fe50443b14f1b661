import { ANONYMOUS } from '../../model/profile/frameNames';
import type { Profile } from '../../model/profile/profile';
import type { IdleCause, IdleGap } from '../../model/output/gpuReport';
import { type HostActivity, HostUse } from './hostActivity';

/** A gap before the host's activity is known. */
export type UnnamedGap = Omit<IdleGap, 'host'>;

/** The slices that matter for a gap with a certain cause. */
const TELLING: Readonly<Record<IdleCause, readonly number[]>> = {
  copy: [HostUse.copying],
  launch: [HostUse.calling, HostUse.copying],
  sync: [HostUse.waiting],
  hostBusy: [HostUse.calling, HostUse.code, HostUse.range],
  nothingLaunched: [HostUse.awaiting]
};

/**
 * The activity of the host for most of each gap: the innermost slice or, if a busy host was sampled,
 * the innermost function, or the `await` that waited. Gaps must be in order and disjoint.
 */
export function hostsOfGaps(
  host: HostActivity,
  gaps: readonly UnnamedGap[]
): ReadonlyMap<UnnamedGap, string> {
  const byLabel = labelTimes(host, gaps);
  const byFrame = frameTimes(host.work.profile, gaps);
  const names = gaps.map((gap, at): [UnnamedGap, string] => {
    const sampled = gap.cause === 'hostBusy' ? longestName(byFrame[at]) : '';
    return [gap, sampled || longestName(byLabel[at])];
  });
  return new Map(names);
}

/** Time by name, in one gap. */
type NamedTimes = Map<string, number>;

function longestName(times: NamedTimes): string {
  let longest = '';
  let mostNs = 0;
  for (const [name, ns] of times) {
    if (ns <= mostNs) continue;
    mostNs = ns;
    longest = name;
  }
  return longest;
}

/** For each gap the self time of the slices that tell its cause. */
function labelTimes(host: HostActivity, gaps: readonly UnnamedGap[]): readonly NamedTimes[] {
  const { profile, enclosing } = host.work;
  const { slices, labels, strings } = profile;
  const times = gaps.map((): NamedTimes => new Map());
  const add = (gap: number, slice: number, ns: number): void => {
    if (slice < 0) return;
    if (!TELLING[gaps[gap].cause].includes(host.useOf(slice))) return;
    addTime(times[gap], strings[labels.name[slices.label[slice]]], ns);
  };
  const cursor = new GapCursor(gaps);
  for (let row = 0; row < slices.length; row++) {
    const from = slices.start[row];
    const to = from + slices.duration[row];
    const first = cursor.firstAt(from);
    if (!cursor.isWithin(first, to) || host.useOf(row) === HostUse.unknown) continue;
    for (let gap = first; cursor.isWithin(gap, to); gap++) {
      const ns = cursor.common(gap, from, to);
      add(gap, row, ns);
      add(gap, enclosing[row], -ns);
    }
  }
  return times;
}

function addTime(times: NamedTimes, name: string, ns: number): void {
  times.set(name, (times.get(name) ?? 0) + ns);
}

/** For each gap the time of the innermost functions that samples saw in it. */
function frameTimes(
  { samples, stacks, frames, strings }: Profile,
  gaps: readonly UnnamedGap[]
): readonly NamedTimes[] {
  const times = gaps.map((): NamedTimes => new Map());
  const cursor = new GapCursor(gaps);
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row];
    if (stack < 0) continue;
    const name = strings[frames.name[stacks.frame[stack]]] || ANONYMOUS;
    const from = samples.time[row];
    const to = from + samples.weight[row];
    for (let gap = cursor.firstAt(from); cursor.isWithin(gap, to); gap++) {
      addTime(times[gap], name, cursor.common(gap, from, to));
    }
  }
  return times;
}

/** Finds the gaps that contain stretches; stretches must come in order of their start. */
class GapCursor {
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  #first = 0;

  constructor(gaps: readonly UnnamedGap[]) {
    this.#from = Float64Array.from(gaps, gap => gap.startNs);
    this.#to = Float64Array.from(gaps, gap => gap.startNs + gap.durationNs);
  }

  // hot
  /** The first gap that ends after `start`. */
  firstAt(start: number): number {
    while (this.#first < this.#to.length && this.#to[this.#first] <= start) this.#first++;
    return this.#first;
  }

  // hot
  /** True if the gap exists and begins before `end`. */
  isWithin(gap: number, end: number): boolean {
    return gap < this.#from.length && this.#from[gap] < end;
  }

  /** The length of the part of `from … to` within a gap. */
  common(gap: number, from: number, to: number): number {
    return Math.min(to, this.#to[gap]) - Math.max(from, this.#from[gap]);
  }
}
