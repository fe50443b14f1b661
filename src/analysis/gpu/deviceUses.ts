import { type Intervals, common, lengthOf } from '../slices/intervals';
import { type BusyTimes, busyTimes } from './busyTimes';
import type { DeviceUse, StreamUse } from '../../model/output/gpuReport';
import { WorkKind } from './gpuWork';
import { HostActivity } from './hostActivity';
import { idleTimes } from './idleTimes';
import type { KernelOccupancies } from './kernelOccupancies';
import type { WorkTable } from './workTable';

/** The use of each device that worked, in order of their tracks. */
export function deviceUses(work: WorkTable, occupancies: KernelOccupancies): readonly DeviceUse[] {
  const occupancyOf = meanOccupancies(work, occupancies);
  const host = new HostActivity(work);
  return busyTimes(work.profile, work).map((times, device) => ({
    device: work.devices[device].number,
    track: work.devices[device].track,
    info: work.infos[device],
    ...lengthsOf(times),
    streams: streamUses(work, times),
    ...idleTimes(host, device, times.all),
    occupancy: occupancyOf[device]
  }));
}

function lengthsOf({ all, kernels, copies }: BusyTimes) {
  return {
    busyNs: lengthOf(all),
    kernelNs: lengthOf(kernels),
    copyNs: lengthOf(copies),
    overlappedNs: lengthOf(common(kernels, copies))
  };
}

function streamUses({ profile }: WorkTable, { streams }: BusyTimes): readonly StreamUse[] {
  const windowNs = profile.meta.durationNs;
  const utilisation = (busy: Intervals): number => (windowNs > 0 ? lengthOf(busy) / windowNs : 0);
  const uses = streams.map(({ track, busy, works }) => ({
    track,
    name: profile.tracks[track].name,
    busyNs: lengthOf(busy),
    works,
    utilisation: utilisation(busy)
  }));
  return uses.sort((a, b) => b.busyNs - a.busyNs);
}

// hot
/** For each device the mean over its kernels for which occupancy is known, by their time. */
function meanOccupancies(
  work: WorkTable,
  occupancies: KernelOccupancies
): readonly (number | null)[] {
  const { rows, profile, kindOfLabel, deviceOfTrack, devices } = work;
  const { slices } = profile;
  const weighted = new Float64Array(devices.length);
  const knownNs = new Float64Array(devices.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (kindOfLabel[slices.label[row]] !== WorkKind.kernel) continue;
    const occupancy = occupancies.of(at);
    if (occupancy === null) continue;
    const device = deviceOfTrack[slices.track[row]];
    weighted[device] += occupancy.share * slices.duration[row];
    knownNs[device] += slices.duration[row];
  }
  return devices.map((_, at) => (knownNs[at] > 0 ? weighted[at] / knownNs[at] : null));
}
