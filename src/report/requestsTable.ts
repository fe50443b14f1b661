import type { RequestLatency } from '../analysis/statistics/requestLatencies';
import { LATENCY_QUANTILES, requestLatencies } from '../analysis/statistics/requestLatencies';
import { NS_PER_MS } from '../base/time';
import type { Profile } from '../model/profile/profile';
import { printable } from '../tables/printable';
import { textTable } from '../tables/textTable';

/** The headings of {@link LATENCY_QUANTILES}. */
export const LATENCY_NAMES: readonly string[] = LATENCY_QUANTILES.map(quantile =>
  quantile === 1 ? 'Max' : `p${Math.round(100 * quantile)}`
);

const HEADINGS = [
  'Count',
  'Errors',
  'Cut Off',
  'Rate (1/s)',
  ...LATENCY_NAMES.map(name => `${name} (ms)`),
  'Request'
];

/** In place of a percentile where no request ended. */
const NONE = '-';

/**
 * The `top` names of requests by the time that they take in all, as text: their number, errors and rate,
 * and percentiles of their durations in milliseconds; 0 for all. Empty for a profile without requests.
 */
export function requestsTable(profile: Profile, top: number): string {
  const latencies = requestLatencies(profile);
  return textTable('Requests', HEADINGS, latencies.map(cellsOf), top) + keptNote(latencies);
}

function cellsOf(latency: RequestLatency): readonly string[] {
  const { count, errors, unfinished, perSecond, quantilesNs, category, name } = latency;
  const times =
    quantilesNs?.map(ns => (ns / NS_PER_MS).toFixed(3)) ?? LATENCY_NAMES.map(() => NONE);
  const numbers = [String(count), String(errors), String(unfinished), perSecond.toFixed(2)];
  return [...numbers, ...times, `${category}  ${printable(name)}`];
}

/** Says of how many requests percentiles and errors are known, if that is not all. */
function keptNote(latencies: readonly RequestLatency[]): string {
  const sum = (of: (latency: RequestLatency) => number): number =>
    latencies.reduce((total, latency) => total + of(latency), 0);
  const all = sum(({ count }) => count);
  const kept = sum(({ measured, unfinished }) => measured + unfinished);
  if (kept === all) return '';
  return `Percentiles and errors are of the ${kept} requests that were kept, of ${all}.\n`;
}
