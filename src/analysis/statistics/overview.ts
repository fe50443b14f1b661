import { profiledTracks } from '../slices/recordedThreads';
import { collectionTimes, waitTimes, coreWaitNs } from '../slices/recordedTimes';
import { gpuBusyNs } from '../gpu/busyTimes';
import { lengthOf } from '../slices/intervals';
import type { BundleSummary } from '../../model/output/bundle';
import { EVENT_LOOP_IDLE } from '../../model/profile/categories';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { knownTime } from '../../model/profile/unrecordedMeta';

/** The numbers that sum up `profile`; a slice counts as recorded whether it was kept or not. */
export function summarize(profile: Profile): BundleSummary {
  const { meta, slices, samples } = profile;
  const rss = residentSizes(profile);
  const waitedNs = coreWaitNs(profile, profiledTracks(profile));
  return {
    id: meta.id,
    name: meta.name,
    status: meta.status,
    startedAtMs: meta.startedAtMs,
    wallNs: meta.durationNs,
    cpuNs: knownTime(profile, 'cpuTimeNs'),
    peakRssBytes: rss.length > 0 ? Math.max(...rss.map(peakOf)) : null,
    slices: slices.length + meta.dropped.slices,
    samples: samples.length,
    droppedSlices: meta.dropped.slices,
    overheadNs: knownTime(profile, 'overheadNs'),
    ...(meta.helperCpuNs !== undefined && { helperCpuNs: meta.helperCpuNs }),
    ...timesWithoutSamples(profile),
    ...(waitedNs !== undefined && { coreWaitNs: waitedNs }),
    gpuBusyNs: gpuBusyNs(profile),
    gpus: meta.gpus.length,
    truncated: meta.truncated,
    cellFile: meta.cell?.file ?? null
  };
}

/** The resident set sizes of the profiled thread's process, or of each of several that ran in turn. */
function residentSizes(profile: Profile): readonly CounterSeries[] {
  const threads = profiledTracks(profile);
  const sizes = profile.counters.filter(isResidentSetSize);
  const own = sizes.filter(({ track }) => threads.includes(track));
  return own.length > 0 ? own : sizes.slice(0, 1);
}

function peakOf({ value }: CounterSeries): number {
  return value.reduce((peak, each) => Math.max(peak, each), 0);
}

/** What was recorded of waiting and of garbage collections of the profiled thread, sampled or not. */
function timesWithoutSamples(profile: Profile): Pick<BundleSummary, 'waitingNs' | 'gcNs'> {
  const recorded = new Set(profile.sources.map(({ source }) => source));
  const threads = profiledTracks(profile);
  const idle = profile.counters.filter(
    ({ name, track }) => name === EVENT_LOOP_IDLE && threads.includes(track)
  );
  const waitsNs = recorded.has('waits') ? lengthOf(waitTimes(profile, threads)) : 0;
  const hasWaits = recorded.has('waits') || idle.length > 0;
  const collections = recorded.has('gc') ? collectionTimes(profile, threads) : null;
  return {
    ...(hasWaits && { waitingNs: idle.reduce((sum, { value }) => sum + growth(value), waitsNs) }),
    ...(collections !== null && { gcNs: lengthOf(collections.times) })
  };
}

/** The sum of all rises: a counter that begins again at 0 goes on. */
function growth(values: Float64Array): number {
  return values.reduce(
    (sum, value, row) => sum + Math.max(0, value - (row > 0 ? values[row - 1] : 0)),
    0
  );
}

/** True if a counter is the resident set size of the process: in bytes, and with that name. */
export function isResidentSetSize({ name, unit, value }: CounterSeries): boolean {
  return unit === 'bytes' && /\brss\b/i.test(name) && value.length > 0;
}
