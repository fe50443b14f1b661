import type { RequestLatency } from '../analysis/statistics/requestLatencies';
import { LATENCY_QUANTILES, requestLatencies } from '../analysis/statistics/requestLatencies';
import type { TableForm } from '../facts/shared/fact';
import type { Profile } from '../model/profile/profile';
import type { ReportTable } from '../tables/reportTable';

/** The headings of {@link LATENCY_QUANTILES}. */
export const LATENCY_NAMES: readonly string[] = LATENCY_QUANTILES.map(quantile =>
  quantile === 1 ? 'Max' : `p${Math.round(100 * quantile)}`
);

/**
 * The names of requests by the time that they take in all: their number, errors and rate, and percentiles of their
 * durations. Without rows for a profile without requests.
 */
export function requestsTable(profile: Profile, { top, trans }: TableForm): ReportTable {
  const latencies = requestLatencies(profile);
  const count = { align: 'right', unit: 'count' } as const;
  return {
    title: trans.__('Requests'),
    columns: [
      { heading: trans.__('Kind'), align: 'left' },
      { heading: trans.__('Request'), align: 'left' },
      { ...count, heading: trans.__('Count') },
      { ...count, heading: trans.__('Errors') },
      { ...count, heading: trans.__('Cut off') },
      { heading: trans.__('Rate (1/s)'), align: 'right', decimals: 2 },
      ...LATENCY_NAMES.map(heading => {
        return { heading, align: 'right', unit: 'nanoseconds', decimals: 3 } as const;
      })
    ],
    rows: latencies.map(({ category, name, count, errors, unfinished, perSecond, quantilesNs }) => [
      ...[category, name, count, errors, unfinished, perSecond],
      ...(quantilesNs ?? LATENCY_NAMES.map(() => null))
    ]),
    limit: top,
    hidden: 0,
    notes: keptNote(latencies)
  };
}

/** Says of how many requests percentiles and errors are known, if that is not all. */
function keptNote(latencies: readonly RequestLatency[]): readonly string[] {
  const sum = (of: (latency: RequestLatency) => number): number =>
    latencies.reduce((total, latency) => total + of(latency), 0);
  const all = sum(({ count }) => count);
  const kept = sum(({ measured, unfinished }) => measured + unfinished);
  if (kept === all) return [];
  return [`Percentiles and errors are of the ${kept} requests that were kept, of ${all}.`];
}
