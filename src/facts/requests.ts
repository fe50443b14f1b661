import { selectQuantiles } from '../base/stats';
import { NS_PER_S } from '../base/time';
import { type Columns, type RecordedColumns, UNFINISHED_ARG } from '../columns/columns';
import type { ReportTable } from '../tables/reportTable';
import type { ColumnFact, TableForm } from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';

/**
 * Requests, from start to end on lanes: those that an HTTP server answers, those that `node:http` and
 * `node:http2` send, those of `fetch` and undici, and calls of databases.
 */
export const HTTP_SERVER_CATEGORY = 'http.server';
export const HTTP_CLIENT_CATEGORY = 'http.client';
export const FETCH_CATEGORY = 'fetch';
export const DATABASE_CATEGORY = 'db';
const HTTP_CATEGORIES: readonly string[] = [
  HTTP_SERVER_CATEGORY,
  HTTP_CLIENT_CATEGORY,
  FETCH_CATEGORY
];
export const REQUEST_CATEGORIES: readonly string[] = [...HTTP_CATEGORIES, DATABASE_CATEGORY];

/**
 * Arguments of requests, with OpenTelemetry's names: the status of the answer, the bytes of its body if
 * a header states them, and the class of the error.
 */
export const HTTP_STATUS_ARG = 'http.response.status_code';
export const HTTP_BODY_SIZE_ARG = 'http.response.body.size';
export const ERROR_TYPE_ARG = 'error.type';

/** The shares for the percentiles of {@link RequestLatency}, in their order. */
const LATENCY_QUANTILES: readonly number[] = [0.5, 0.9, 0.95, 0.99, 1];

/** The requests of one name. Times in nanoseconds. */
export interface RequestLatency {
  /** `http.server`, `http.client`, `fetch` or `db`. */
  readonly category: string;
  /** Such as `GET /users/:id` of a server and `GET example.com` of a client. */
  readonly name: string;
  /** All of them, with those of which only the number was kept. */
  readonly count: number;
  /** Those that ended with an error or with a status that is one. */
  readonly errors: number;
  /** Those that had not ended when the recording did. */
  readonly unfinished: number;
  /** Requests that the percentiles are of: those that ended and were kept. */
  readonly measured: number;
  /** Requests that began, by second of the recording. */
  readonly perSecond: number;
  /** p50, p90, p95, p99 and the maximum of the measured durations, exact, by nearest rank; null if there are none. */
  readonly quantilesNs: readonly number[] | null;
}

/** The rows of one label while they are collected. */
interface LabelRows {
  readonly durations: number[];
  unfinished: number;
  errors: number;
  dropped: number;
}

/**
 * Requests by category and name: how many, how many of them failed, and percentiles of their
 * durations. Those that take longest in all come first. Empty where no request was recorded.
 */
export function requestLatencies(profile: RecordedColumns): readonly RequestLatency[] {
  const rows = rowsByLabel(profile);
  const { labels, strings, meta } = profile;
  const seconds = meta.durationNs / NS_PER_S;
  const all = [...rows].map(([label, { durations, unfinished, errors, dropped }]) => {
    const count = durations.length + unfinished + dropped;
    const totalNs = durations.reduce((sum, ns) => sum + ns, 0);
    const latency: RequestLatency = {
      category: strings[labels.category[label]],
      name: strings[labels.name[label]],
      count,
      errors,
      unfinished,
      measured: durations.length,
      perSecond: seconds > 0 ? count / seconds : 0,
      quantilesNs: quantilesOf(durations)
    };
    return { latency, totalNs };
  });
  const sorted = all
    .filter(({ latency }) => latency.count > 0)
    .sort((a, b) => b.totalNs - a.totalNs || b.latency.count - a.latency.count);
  return sorted.map(({ latency }) => latency);
}

function rowsByLabel(profile: Columns): Map<number, LabelRows> {
  const { slices, labels, strings, droppedTotals } = profile;
  const categories = new Set(REQUEST_CATEGORIES.map(category => strings.indexOf(category)));
  const rows = new Map<number, LabelRows>();
  labels.category.forEach((category, label) => {
    if (!categories.has(category)) return;
    rows.set(label, { durations: [], unfinished: 0, errors: 0, dropped: 0 });
  });
  if (rows.size === 0) return rows;
  const unfinished = slicesWith(profile, UNFINISHED_ARG);
  const failed = slicesWith(profile, ERROR_TYPE_ARG);
  for (let slice = 0; slice < slices.length; slice++) {
    const own = rows.get(slices.label[slice]);
    if (own === undefined) continue;
    if (unfinished.has(slice)) own.unfinished++;
    else own.durations.push(slices.duration[slice]);
    if (failed.has(slice) && !unfinished.has(slice)) own.errors++;
  }
  droppedTotals.label.forEach((label, row) => {
    const own = rows.get(label);
    if (own !== undefined) own.dropped += droppedTotals.count[row];
  });
  return rows;
}

/** The slices that have an argument. */
function slicesWith({ args, strings }: Columns, key: string): ReadonlySet<number> {
  const wanted = strings.indexOf(key);
  const slices = new Set<number>();
  if (wanted < 0) return slices;
  for (let row = 0; row < args.length; row++) {
    if (args.key[row] === wanted) slices.add(args.slice[row]);
  }
  return slices;
}

function quantilesOf(durations: readonly number[]): readonly number[] | null {
  if (durations.length === 0) return null;
  return selectQuantiles(Float64Array.from(durations), 0, durations.length, LATENCY_QUANTILES);
}

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
