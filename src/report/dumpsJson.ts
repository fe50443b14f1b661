import type { AggregateSection } from '../analysis/statistics/aggregateTypes';
import { NS_PER_MS } from '../base/time';
import { LATENCY_NAMES } from '../facts/requests/fact';
import type { RequestLatency } from '../facts/requests/requests';
import { fourDigits } from './text/mxnetNumbers';
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
 * The statistics as one JSON document in the structure of MXNet's `dumps(format='json')`: `Time`
 * and `Memory` by category and name, and their `Unit`s; where GPUs were read, `Gauges`; where there are
 * requests, `Requests` with their percentiles in milliseconds. Numbers have
 * full precision; with `compat: 'mxnet'` they have four digits and the text is MXNet's to the byte, but
 * that it is a valid document whatever the names are.
 */
export function dumpsJson(
  sections: readonly AggregateSection[],
  options: DumpsJsonOptions = {}
): string {
  const { blocks } = statistics(sections, options);
  return options.compat ? writeAsMxnet(blocks) : writeJson(blocks, options.requests ?? []);
}

type Member = readonly [key: string, value: JsonValue];
type JsonValue = number | string | readonly Member[];

function writeJson(
  blocks: readonly StatisticsBlock[],
  requests: readonly RequestLatency[]
): string {
  const document: readonly Member[] = [
    ['Time', categories(blocks, 'time')],
    ['Memory', categories(blocks, 'memory')],
    ...gauges(blocks),
    ...requestMembers(requests),
    ['Unit', UNITS]
  ];
  return jsonText(document, 0);
}

const UNITS: readonly Member[] = [
  ['Time', 'ms'],
  ['Memory', 'kB']
];

/** Values read from devices, with units in names; absent if there were none. */
function gauges(blocks: readonly StatisticsBlock[]): readonly Member[] {
  const members = categories(blocks, 'gauge');
  return members.length === 0 ? [] : [['Gauges', members]];
}

/** Requests by category and name; absent if there were none. */
function requestMembers(requests: readonly RequestLatency[]): readonly Member[] {
  if (requests.length === 0) return [];
  const byCategory = new Map<string, Member[]>();
  for (const request of requests) {
    const rows = byCategory.get(request.category) ?? [];
    byCategory.set(request.category, rows);
    rows.push([request.name, requestNumbers(request)]);
  }
  return [['Requests', [...byCategory]]];
}

function requestNumbers(request: RequestLatency): readonly Member[] {
  const { count, errors, unfinished, perSecond, quantilesNs } = request;
  return [
    ['Count', count],
    ['Errors', errors],
    ['Unfinished', unfinished],
    ['PerSecond', perSecond],
    ...(quantilesNs ?? []).map((ns, at) => [LATENCY_NAMES[at], ns / NS_PER_MS] as const)
  ];
}

function categories(blocks: readonly StatisticsBlock[], kind: StatisticsBlock['kind']): Member[] {
  return blocks
    .filter(block => block.kind === kind)
    .map(({ category, rows }) => [category, rowMembers(rows, kind)]);
}

/** Rows by name; a name that comes again, as of a slice and a counter, is numbered. */
function rowMembers(rows: readonly StatisticsRow[], kind: StatisticsBlock['kind']): Member[] {
  const taken = new Set<string>();
  return rows.map(row => {
    let name = row.name;
    for (let number = 2; taken.has(name); number++) name = `${row.name} #${number}`;
    taken.add(name);
    return [name, numberMembers(row, kind)];
  });
}

function numberMembers(row: StatisticsRow, kind: StatisticsBlock['kind']): Member[] {
  const total: Member[] = kind === 'time' ? [['Total', row.total]] : [];
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

function perRunMembers({ perRun }: StatisticsRow): Member[] {
  if (perRun === undefined) return [];
  const mean: Member = ['MeanPerRun', perRun.mean];
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

function writeAsMxnet(blocks: readonly StatisticsBlock[]): string {
  const group = (kind: StatisticsBlock['kind']) => mxnetMembers(categories(blocks, kind), 1);
  return [
    '{',
    `    "Time": {${group('time')}`,
    '    }',
    '    ,',
    `    "Memory": {${group('memory')}`,
    '    }',
    ',',
    '    "Unit": {',
    '        "Time": "ms",',
    '        "Memory": "kB"',
    '    }',
    '}',
    ''
  ].join('\n');
}

/** Members one per line, objects with their commas on separate lines, as MXNet writes them. */
function mxnetMembers(members: readonly Member[], depth: number): string {
  const indent = '    '.repeat(depth + 1);
  return members
    .map(([key, value], at) => {
      if (typeof value === 'object') {
        const comma = at === 0 ? '' : `\n${indent},`;
        return `${comma}\n${indent}${JSON.stringify(key)}: {${mxnetMembers(value, depth + 1)}\n${indent}}`;
      }
      const comma = at === 0 ? '' : ',';
      return `${comma}\n${indent}"${key}": ${fourDigits(Number(value))}`;
    })
    .join('');
}
