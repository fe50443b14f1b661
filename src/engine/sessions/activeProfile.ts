import { partialProfile } from '../../formats/shared/rows/partialProfile';
import {
  CUDA_CALL_CATEGORIES,
  CUDA_SYNC_CATEGORY,
  GPU_CATEGORIES,
  GPU_OVERHEAD_CATEGORY
} from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { devicePlace } from '../../analysis/gpu/gpuWork';
import type { Activity, ActivityLog, IsOn } from './activityLog';

/**
 * The part of a profile that began while its activity was on: slices with everything that refers to
 * them, moments, allocations, samples and values of counters. GPU work belongs to the activity GPU, and
 * so do CUDA calls, waits for a GPU and GPU memory; it counts by its call, if that is shown. Without slices of the CPU there are no totals of
 * dropped slices either. Ticks and totals of lines, which have no times, stay whole. The profile itself
 * if everything was on.
 */
export function activeProfile(profile: Profile, log: ActivityLog): Profile {
  const origin = BigInt(profile.meta.originNs);
  const on = { CPU: log.isOnBy('CPU', origin), GPU: log.isOnBy('GPU', origin) };
  const belongs = activitiesOf(profile);
  if ([...belongs.tracks, ...belongs.labels].every(activity => on[activity] === null)) {
    return profile;
  }
  const { slices, instants, samples, allocations, tracks } = profile;
  const keeps = (time: Float64Array, track: Uint16Array) => (row: number) =>
    on[belongs.tracks[track[row]]]?.(time[row]) ?? true;
  const begun = beginnings(profile);
  const keepsSlice = (row: number): boolean => {
    const { track, label } = slices;
    const ofTrack = belongs.tracks[track[row]];
    const activity = ofTrack === 'GPU' ? ofTrack : belongs.labels[label[row]];
    return on[activity]?.(begun[row]) ?? true;
  };
  const chosen = {
    slices: rowsWhere(slices.length, keepsSlice),
    instants: rowsWhere(instants.length, keeps(instants.time, instants.track)),
    samples: rowsWhere(samples.length, keeps(samples.time, samples.track)),
    allocations: rowsWhere(allocations.length, keepsAllocation(profile, on)),
    droppedTotals: rowsWhere(profile.droppedTotals.length, () => on.CPU?.(0) ?? true)
  };
  const counters = profile.counters
    .map(series => activeValues(series, on[activityOfCounter(series, belongs.tracks)]))
    .filter(({ time }) => time.length > 0);
  return partialProfile({ ...profile, counters }, chosen, [...tracks.keys()]).profile;
}

/** The start of each slice; of GPU work, the start of the call that an arrow leads from. */
function beginnings({ slices, flows, labels, strings }: Profile): Float64Array {
  const begun = slices.start.slice();
  const isOf = (row: number, categories: readonly string[]): boolean =>
    categories.includes(strings[labels.category[slices.label[row]]]);
  flows.from.forEach((from, flow) => {
    const to = flows.to[flow];
    if (isOf(to, GPU_CATEGORIES) && isOf(from, CUDA_CALL_CATEGORIES)) {
      begun[to] = slices.start[from];
    }
  });
  return begun;
}

/** The {@link Activity} of each track and label of a profile. */
interface Belongs {
  readonly tracks: readonly Activity[];
  readonly labels: readonly Activity[];
}

const GPU_LABELS: ReadonlySet<string> = new Set([
  ...GPU_CATEGORIES,
  ...CUDA_CALL_CATEGORIES,
  CUDA_SYNC_CATEGORY,
  GPU_OVERHEAD_CATEGORY
]);

function activitiesOf({ tracks, labels, strings }: Profile): Belongs {
  return {
    tracks: tracks.map((_, track) => activityOfTrack(tracks, track)),
    labels: Array.from(labels.category, category =>
      GPU_LABELS.has(strings[category]) ? 'GPU' : 'CPU'
    )
  };
}

function activityOfTrack(tracks: Profile['tracks'], track: number): Activity {
  for (let at = track; at >= 0; at = tracks[at].parent) {
    if (tracks[at].kind === 'cudaStream' || tracks[at].kind === 'device') return 'GPU';
  }
  return 'CPU';
}

const MEMORY_COUNTER = /^Memory: (.*)$/;

/** The memory of a GPU may be counted on another track than that of the device. */
function activityOfCounter({ track, name }: CounterSeries, tracks: readonly Activity[]): Activity {
  const [, device = ''] = MEMORY_COUNTER.exec(name) ?? [];
  return devicePlace(device).isGpu ? 'GPU' : tracks[track];
}

function keepsAllocation(
  { allocations, strings }: Profile,
  on: Readonly<Record<Activity, IsOn | null>>
): (row: number) => boolean {
  const { device, time } = allocations;
  return row => {
    const activity = devicePlace(strings[device[row]]).isGpu ? 'GPU' : 'CPU';
    return on[activity]?.(time[row]) ?? true;
  };
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
