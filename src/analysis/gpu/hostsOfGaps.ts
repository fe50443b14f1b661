import type { Profile } from '../../model/profile';
import type { IdleCause, IdleGap } from './gpuReport';
import type { HostActivity } from './hostActivity';
import { HostUse } from './hostActivity';

/** A gap before it is known what the host was at. */
export type UnnamedGap = Omit<IdleGap, 'host'>;

/** What slices tell of a gap with a certain cause. */
const TELLING: Readonly<Record<IdleCause, readonly number[]>> = {
  copy: [HostUse.copying],
  launch: [HostUse.calling, HostUse.copying],
  sync: [HostUse.waiting],
  hostBusy: [HostUse.calling, HostUse.code, HostUse.range],
  nothingLaunched: []
};

/**
 * What the host was at for most of each gap: the innermost slice or, of a busy host that was sampled,
 * the innermost function. Gaps come in order, and have nothing in common.
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
  const tells = (gap: number, slice: number): boolean =>
    TELLING[gaps[gap].cause].includes(host.useOfLabel[slices.label[slice]]);
  const add = (gap: number, slice: number, ns: number): void => {
    if (slice < 0 || !tells(gap, slice)) return;
    const name = strings[labels.name[slices.label[slice]]];
    times[gap].set(name, (times[gap].get(name) ?? 0) + ns);
  };
  const cursor = new GapCursor(gaps);
  for (let row = 0; row < slices.length; row++) {
    if (host.isHost[slices.track[row]] === 0) continue;
    cursor.visit(slices.start[row], slices.start[row] + slices.duration[row], (gap, ns) => {
      add(gap, row, ns);
      add(gap, enclosing[row], -ns);
    });
  }
  return times;
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
    const name = strings[frames.name[stacks.frame[stack]]] || '(anonymous)';
    cursor.visit(samples.time[row], samples.time[row] + samples.weight[row], (gap, ns) => {
      times[gap].set(name, (times[gap].get(name) ?? 0) + ns);
    });
  }
  return times;
}

/** Finds the gaps that stretches lie in; stretches are asked for in order of their start. */
class GapCursor {
  private first = 0;

  constructor(private readonly gaps: readonly UnnamedGap[]) {}

  // hot
  /** Calls `see` with each gap that `from … to` has a part in, and the length of that. */
  visit(from: number, to: number, see: (gap: number, ns: number) => void): void {
    const { gaps } = this;
    while (this.first < gaps.length && endOf(gaps[this.first]) <= from) this.first++;
    for (let at = this.first; at < gaps.length && gaps[at].startNs < to; at++) {
      see(at, Math.min(to, endOf(gaps[at])) - Math.max(from, gaps[at].startNs));
    }
  }
}

function endOf({ startNs, durationNs }: UnnamedGap): number {
  return startNs + durationNs;
}
