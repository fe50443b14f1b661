import type { Intervals } from '../steps/intervals';
import { common, IntervalLengths, lengthOf, without } from '../steps/intervals';
import type { DeviceUse, IdleCause } from './gpuReport';
import { MAX_GAPS } from './gpuReport';
import type { UnnamedGap } from './hostsOfGaps';
import { hostsOfGaps } from './hostsOfGaps';
import type { HostActivity } from './hostActivity';

/** Where several hold at a moment, the first of them is the cause. */
const CAUSES: readonly IdleCause[] = ['copy', 'launch', 'sync', 'hostBusy', 'nothingLaunched'];

/** The gaps between what a device did within the recorded window, and why they were. */
export function idleTimes(
  host: HostActivity,
  device: number,
  busy: Intervals
): Pick<DeviceUse, 'gaps' | 'idleNs'> {
  const { durationNs } = host.work.profile.meta;
  const idle = without(Float64Array.of(0, durationNs), busy);
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

/** The longest stretches, {@link MAX_GAPS} at most. */
function longestGaps(idle: Intervals): readonly Gap[] {
  const gaps: Gap[] = [];
  for (let at = 0; at < idle.length; at += 2) gaps.push([idle[at], idle[at + 1]]);
  return gaps.sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]).slice(0, MAX_GAPS);
}

function gapOf([startNs, endNs]: Gap, times: TimesByCause): UnnamedGap {
  const lengths = CAUSES.map(cause => new IntervalLengths(times[cause]).within(startNs, endNs));
  const most = lengths.indexOf(Math.max(...lengths));
  return { startNs, durationNs: endNs - startNs, cause: CAUSES[most] };
}
