import { longestSlices } from '../slices/longestSlices';
import {
  type Intervals,
  NO_TIME,
  common,
  lengthOf,
  lengthWithin,
  without
} from '../slices/intervals';
import { type DeviceUse, type IdleCause, MAX_GAPS } from '../../model/output/gpuReport';
import { type UnnamedGap, hostsOfGaps } from './hostsOfGaps';
import type { HostActivity } from './hostActivity';

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
