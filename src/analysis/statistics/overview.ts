import { collectionRows, timesOf, waitRows } from '../slices/recordedTimes';
import { gpuBusyNs } from '../gpu/gpuBusyNs';
import { lengthOf } from '../slices/intervals';
import type { BundleSummary } from '../../model/output/bundle';
import { EVENT_LOOP_IDLE } from '../../model/profile/categories';
import { sumHelperCpu } from '../../model/profile/helperCpu';
import type { CounterSeries, Profile } from '../../model/profile/profile';

/** The numbers that sum up `profile`; a slice counts as recorded whether it was kept or not. */
export function summarize(profile: Profile): BundleSummary {
  const { meta, slices, samples, counters, sources } = profile;
  const rss = counters.find(isResidentSetSize);
  const isImported = sources.some(({ source }) => source === 'import');
  const known = (value: number): number | null => (isImported && value === 0 ? null : value);
  return {
    id: meta.id,
    name: meta.name,
    status: meta.status,
    startedAtMs: meta.startedAtMs,
    wallNs: meta.durationNs,
    cpuNs: known(meta.cpuTimeNs),
    peakRssBytes: rss ? rss.value.reduce((peak, value) => Math.max(peak, value), 0) : null,
    slices: slices.length + meta.dropped.slices,
    samples: samples.length,
    droppedSlices: meta.dropped.slices,
    // What recording cost is added up at its end.
    overheadNs:
      meta.status === 'recovered' && meta.overheadNs === 0 ? null : known(meta.overheadNs),
    ...sumHelperCpu([meta]),
    ...timesWithoutSamples(profile),
    gpuBusyNs: gpuBusyNs(profile),
    gpus: meta.gpus.length,
    truncated: meta.truncated,
    cellFile: meta.cell?.file ?? null
  };
}

/** What was recorded of waiting and of garbage collections, whether the stack was sampled or not. */
function timesWithoutSamples(profile: Profile): Pick<BundleSummary, 'waitingNs' | 'gcNs'> {
  const recorded = new Set(profile.sources.map(({ source }) => source));
  const timeOf = (rows: Uint32Array): number => lengthOf(timesOf(profile.slices, rows));
  const idle = profile.counters.filter(({ name }) => name === EVENT_LOOP_IDLE);
  const thread = profile.tracks.findIndex(({ kind }) => kind === 'thread');
  const waitsNs = recorded.has('waits') ? timeOf(waitRows(profile, thread)) : 0;
  const hasWaits = recorded.has('waits') || idle.length > 0;
  return {
    ...(hasWaits && { waitingNs: idle.reduce((sum, { value }) => sum + growth(value), waitsNs) }),
    ...(recorded.has('gc') && { gcNs: timeOf(collectionRows(profile)) })
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
