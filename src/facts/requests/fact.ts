import type { RecordedColumns } from '../../columns/columns';
import type { ReportTable } from '../../tables/reportTable';
import type { ColumnFact, TableForm } from '../shared/fact';
import { OWN_SWITCH } from '../shared/recordingOption';
import {
  DATABASE_CATEGORY,
  HTTP_CATEGORIES,
  LATENCY_QUANTILES,
  REQUEST_CATEGORIES,
  requestLatencies,
  type RequestLatency
} from './requests';

/** Requests of servers and clients, and calls of databases. */
export const REQUESTS = {
  name: 'requests',
  records: [
    {
      source: { name: 'requests', title: 'Requests', isLate: false },
      option: {
        ...OWN_SWITCH,
        name: 'requests',
        after: 'waits',
        default: true,
        flag: { long: 'requests', help: 'record HTTP requests of servers and clients, and fetch' }
      },
      sharedCategories: HTTP_CATEGORIES
    },
    {
      source: { name: 'databases', title: 'Calls of databases', isLate: false },
      // Calls take longer then.
      option: {
        ...OWN_SWITCH,
        name: 'databases',
        after: 'requests',
        default: false,
        flag: {
          long: 'databases',
          help: 'record calls of databases, by drivers that publish them: node-redis'
        }
      },
      sharedCategories: [DATABASE_CATEGORY]
    }
  ],
  categories: REQUEST_CATEGORIES,
  shown: { topic: 'work', table: requestsTable }
} as const satisfies ColumnFact;

/** The headings of {@link LATENCY_QUANTILES}. */
export const LATENCY_NAMES: readonly string[] = LATENCY_QUANTILES.map(quantile =>
  quantile === 1 ? 'Max' : `p${Math.round(100 * quantile)}`
);

/**
 * The names of requests by the time that they take in all: their number, errors and rate, and percentiles of their
 * durations. Without rows where there were none.
 */
function requestsTable(columns: RecordedColumns, { top, trans }: TableForm): ReportTable {
  const latencies = requestLatencies(columns);
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
