import { partialProfile } from '../../formats/partialProfile';
import { consecutiveRows, rowsWhere } from '../../model/columns';
import type { CounterSeries, Profile } from '../../model/profile';
import type { Activity } from './activities';
import type { ActivityLog, IsOn } from './activityLog';

/**
 * What of a profile began while the activity that it belongs to was on: slices with what refers to
 * them, moments, allocations, samples and values of counters. Without slices of the CPU there are no
 * totals of those not kept either. Ticks and totals of lines, which have no times, stay whole. The
 * profile itself when everything was on.
 */
export function activeProfile(profile: Profile, log: ActivityLog): Profile {
  const origin = BigInt(profile.meta.originNs);
  const on = { CPU: log.isOnBy('CPU', origin), GPU: log.isOnBy('GPU', origin) };
  const isAsked = profile.tracks.map((_, track) => on[activityOf(profile, track)]);
  if (isAsked.every(each => each === null)) return profile;
  const { slices, args, flows, sliceStacks, instants, samples, allocations, tracks } = profile;
  const keeps = (time: Float64Array, track: Uint16Array) => (row: number) =>
    isAsked[track[row]]?.(time[row]) ?? true;
  const keepsSlice = keeps(slices.start, slices.track);
  const chosen = {
    slices: rowsWhere(slices.length, keepsSlice),
    args: rowsWhere(args.length, row => keepsSlice(args.slice[row])),
    flows: rowsWhere(flows.length, row => keepsSlice(flows.from[row]) && keepsSlice(flows.to[row])),
    sliceStacks: rowsWhere(sliceStacks.length, row => keepsSlice(sliceStacks.slice[row])),
    instants: rowsWhere(instants.length, keeps(instants.time, instants.track)),
    samples: rowsWhere(samples.length, keeps(samples.time, samples.track)),
    allocations: rowsWhere(allocations.length, row => on.CPU?.(allocations.time[row]) ?? true),
    heapSamples: consecutiveRows(profile.heapSamples.length),
    lineTicks: consecutiveRows(profile.lineTicks.length),
    lineTotals: consecutiveRows(profile.lineTotals.length),
    droppedTotals: rowsWhere(profile.droppedTotals.length, () => on.CPU?.(0) ?? true)
  };
  const counters = profile.counters
    .map(series => activeValues(series, isAsked[series.track]))
    .filter(({ time }) => time.length > 0);
  return partialProfile({ ...profile, counters }, chosen, [...tracks.keys()]).profile;
}

function activityOf({ tracks }: Profile, track: number): Activity {
  for (let at = track; at >= 0; at = tracks[at].parent) {
    if (tracks[at].kind === 'cudaStream' || tracks[at].kind === 'device') return 'GPU';
  }
  return 'CPU';
}

function activeValues(series: CounterSeries, isOn: IsOn | null): CounterSeries {
  if (isOn === null) return series;
  const kept = rowsWhere(series.time.length, row => isOn(series.time[row]));
  return {
    ...series,
    time: Float64Array.from(kept, row => series.time[row]),
    value: Float64Array.from(kept, row => series.value[row])
  };
}
