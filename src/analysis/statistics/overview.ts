import { gpuBusyNs } from '../gpu/gpuBusyNs';
import type { BundleSummary } from '../../model/output/bundle';
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
    overheadNs: known(meta.overheadNs),
    ...sumHelperCpu([meta]),
    gpuBusyNs: gpuBusyNs(profile),
    gpus: meta.gpus.length,
    truncated: meta.truncated,
    cellFile: meta.cell?.file ?? null
  };
}

/** True if a counter is the resident set size of the process: in bytes, and with that name. */
export function isResidentSetSize({ name, unit, value }: CounterSeries): boolean {
  return unit === 'bytes' && /\brss\b/i.test(name) && value.length > 0;
}
