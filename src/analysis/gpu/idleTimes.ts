import { longestSlices } from '../slices/longestSlices';
import {
  type Intervals,
  NO_TIME,
  common,
  lengthOf,
  lengthWithin,
  without
} from '../slices/intervals';
import {
  type DeviceUse,
  type IdleCause,
  MAX_GAPS,
  type IdleGap
} from '../../model/output/gpuReport';
import { type HostActivity, HostUse } from './hostActivity';
import { ANONYMOUS } from '../../model/profile/frameNames';
import type { Profile } from '../../model/profile/profile';

/** If several apply at a moment, the first is the cause. */
const CAUSES: readonly IdleCause[] = ['copy', 'launch', 'sync', 'hostBusy', 'nothingLaunched'];

/** The gaps between the work of a device within the recorded window, and their causes. */
export function idleTimes(
  host: HostActivity,
  device: number,
  busy: Intervals
): Pick<DeviceUse, 'gaps' | 'idleNs'> {
  const { durationNs } = host.work.profile.meta;
  const window = durationNs > 0 ? Float64Array.of(0, durationNs) : NO_TIME;
  const idle = without(window, busy);
  const times = timesByCause(idle, host, device);
  const gaps = longestGaps(idle).map(gap => gapOf(gap, times));
  const inOrder = [...gaps].sort((a, b) => a.startNs - b.startNs);
  const hosts = hostsOfGaps(host, inOrder);
  return {
    gaps: gaps.map(gap => ({ ...gap, host: hosts.get(gap) ?? '' })),
    idleNs: {
      hostBusy: lengthOf(times.hostBusy),
      sync: lengthOf(times.sync),
      copy: lengthOf(times.copy),
      launch: lengthOf(times.launch),
      nothingLaunched: lengthOf(times.nothingLaunched)
    }
  };
}

type TimesByCause = Readonly<Record<IdleCause, Intervals>>;

/** Idle time, each moment of it under one cause. */
function timesByCause(idle: Intervals, host: HostActivity, device: number): TimesByCause {
  const copy = common(idle, host.copying);
  const afterCopy = without(idle, host.copying);
  const launching = host.launching(device);
  const launch = common(afterCopy, launching);
  const afterLaunch = without(afterCopy, launching);
  const sync = common(afterLaunch, host.waiting);
  const afterSync = without(afterLaunch, host.waiting);
  const hostBusy = common(afterSync, host.busy);
  const nothingLaunched = without(afterSync, host.busy);
  return { copy, launch, sync, hostBusy, nothingLaunched };
}

type Gap = readonly [startNs: number, endNs: number];

/** The longest stretches, {@link MAX_GAPS} at most; of equally long ones the earlier. */
function longestGaps(idle: Intervals): readonly Gap[] {
  const length = idle.length / 2;
  const duration = new Float64Array(length);
  for (let at = 0; at < length; at++) duration[at] = idle[2 * at + 1] - idle[2 * at];
  const rows = Array.from(longestSlices({ length, duration }, MAX_GAPS));
  const gaps = rows.map((row): Gap => [idle[2 * row], idle[2 * row + 1]]);
  return gaps.sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
}

function gapOf([startNs, endNs]: Gap, times: TimesByCause): UnnamedGap {
  const lengths = CAUSES.map(cause => lengthWithin(times[cause], startNs, endNs));
  const most = lengths.indexOf(Math.max(...lengths));
  return { startNs, durationNs: endNs - startNs, cause: CAUSES[most] };
}

/** A gap before the host's activity is known. */
type UnnamedGap = Omit<IdleGap, 'host'>;

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
function hostsOfGaps(
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
