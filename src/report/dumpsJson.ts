import type { AggregateSection } from '../analysis/statistics/aggregateTypes';
import { NS_PER_MS } from '../base/time';
import { LATENCY_NAMES, type RequestLatency } from '../facts/requests';
import {
  type StatisticsBlock,
  type StatisticsOptions,
  type StatisticsRow,
  statistics
} from './statistics';

export interface DumpsJsonOptions extends StatisticsOptions {
  /** The requests of the profile; none unless stated. */
  readonly requests?: readonly RequestLatency[];
}

/**
 * The statistics as one JSON document: `Time` and `Memory` by category and name, and their `Unit`s; where GPUs were
 * read, `Gauges`; where there are requests, `Requests` with their percentiles in milliseconds. Numbers have full
 * precision.
 */
export function dumpsJson(
  sections: readonly AggregateSection[],
  options: DumpsJsonOptions = {}
): string {
  const { blocks } = statistics(sections, options);
  const document: readonly JsonMember[] = [
    ['Time', categoryMembers(blocks, 'time')],
    ['Memory', categoryMembers(blocks, 'memory')],
    ...gauges(blocks),
    ...requestMembers(options.requests ?? []),
    ['Unit', UNITS]
  ];
  return jsonText(document, 0);
}

/** A member of an object of a JSON document, and its value; objects are their members in order. */
export type JsonMember = readonly [key: string, value: JsonValue];
type JsonValue = number | string | readonly JsonMember[];

const UNITS: readonly JsonMember[] = [
  ['Time', 'ms'],
  ['Memory', 'kB']
];

/** Values read from devices, with units in names; absent if there were none. */
function gauges(blocks: readonly StatisticsBlock[]): readonly JsonMember[] {
  const members = categoryMembers(blocks, 'gauge');
  return members.length === 0 ? [] : [['Gauges', members]];
}

/** Requests by category and name; absent if there were none. */
function requestMembers(requests: readonly RequestLatency[]): readonly JsonMember[] {
  if (requests.length === 0) return [];
  const byCategory = new Map<string, JsonMember[]>();
  for (const request of requests) {
    const rows = byCategory.get(request.category) ?? [];
    byCategory.set(request.category, rows);
    rows.push([request.name, requestNumbers(request)]);
  }
  return [['Requests', [...byCategory]]];
}

function requestNumbers(request: RequestLatency): readonly JsonMember[] {
  const { count, errors, unfinished, perSecond, quantilesNs } = request;
  return [
    ['Count', count],
    ['Errors', errors],
    ['Unfinished', unfinished],
    ['PerSecond', perSecond],
    ...(quantilesNs ?? []).map((ns, at) => [LATENCY_NAMES[at], ns / NS_PER_MS] as const)
  ];
}

/** The blocks of a kind by category, with their rows by name. */
export function categoryMembers(
  blocks: readonly StatisticsBlock[],
  kind: StatisticsBlock['kind']
): JsonMember[] {
  return blocks
    .filter(block => block.kind === kind)
    .map(({ category, rows }) => [category, rowMembers(rows, kind)]);
}

/** Rows by name; a name that comes again, as of a slice and a counter, is numbered. */
function rowMembers(rows: readonly StatisticsRow[], kind: StatisticsBlock['kind']): JsonMember[] {
  const taken = new Set<string>();
  return rows.map(row => {
    let name = row.name;
    for (let number = 2; taken.has(name); number++) name = `${row.name} #${number}`;
    taken.add(name);
    return [name, numberMembers(row, kind)];
  });
}

function numberMembers(row: StatisticsRow, kind: StatisticsBlock['kind']): JsonMember[] {
  const total: JsonMember[] = kind === 'time' ? [['Total', row.total]] : [];
  return [
    ['Count', row.count],
    ...total,
    ['Min', row.min],
    ['Max', row.max],
    ['Avg', row.average],
    ...perRunMembers(row),
    ...(row.gpu === undefined ? [] : [['GPU', row.gpu] as const]),
    ...(row.waiting === undefined ? [] : [['Waiting', row.waiting] as const])
  ];
}

function perRunMembers({ perRun }: StatisticsRow): JsonMember[] {
  if (perRun === undefined) return [];
  const mean: JsonMember = ['MeanPerRun', perRun.mean];
  return perRun.halfWidth === null ? [mean] : [mean, ['HalfWidth95', perRun.halfWidth]];
}

/** Members stay in order, which an object with names such as `1` would not keep. */
function jsonText(value: JsonValue, depth: number): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value.length === 0) return '{}';
  const indent = '    '.repeat(depth + 1);
  const members = value.map(
    ([key, member]) => `${indent}${JSON.stringify(key)}: ${jsonText(member, depth + 1)}`
  );
  return `{\n${members.join(',\n')}\n${'    '.repeat(depth)}}`;
}
