import { type OperatorRecord, recordOfGroup } from './operatorRecord';

/** Functions that combine the values of several operators. */
export const AGGREGATES = ['max', 'min', 'sum', 'mean'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** Properties by which operators are combined into one record. */
export const AGGREGATE_KEYS = ['type'] as const;
export type AggregateKey = (typeof AGGREGATE_KEYS)[number];

/**
 * One record for each type, in the order in which types occur, or for all records. Unknown values are
 * left out of sums and extremes; a mean is the sum over the number of all records, known or not.
 */
export function aggregateRecords(
  records: readonly OperatorRecord[],
  aggregate: Aggregate,
  by: AggregateKey | null
): OperatorRecord[] {
  const groups = new Map<string, OperatorRecord[]>();
  for (const record of records) {
    const type = by === null ? 'all' : record.info[by];
    const group = groups.get(type);
    if (group) group.push(record);
    else groups.set(type, [record]);
  }
  return [...groups].map(([type, group]) =>
    recordOfGroup(
      { type, count: group.length },
      {
        time: aggregated(group, record => record.time, aggregate) ?? 0,
        computation: aggregated(group, record => record.computation, aggregate),
        memory: aggregated(group, record => record.memory, aggregate)
      }
    )
  );
}

function aggregated(
  group: readonly OperatorRecord[],
  valueOf: (record: OperatorRecord) => number | null,
  aggregate: Aggregate
): number | null {
  const known = group.map(valueOf).filter(value => value !== null);
  if (known.length === 0) return null;
  if (aggregate === 'max') return known.reduce((a, b) => Math.max(a, b));
  if (aggregate === 'min') return known.reduce((a, b) => Math.min(a, b));
  const sum = known.length < group.length ? known.reduce((a, b) => a + b) : pairwiseSum(known);
  return aggregate === 'sum' ? sum : sum / group.length;
}

/** Numbers that are added by eight sums; more are halved first. */
const BLOCK = 128;
const LANES = 8;

/**
 * The sum of `values`, rounded like NumPy's `sum`: eight interleaved sums, and halves for many values,
 * so that errors grow with the logarithm of their number.
 */
export function pairwiseSum(values: readonly number[]): number {
  return sumBetween(values, 0, values.length);
}

function sumBetween(values: readonly number[], from: number, to: number): number {
  const count = to - from;
  if (count < LANES) return addAll(values, from, to, 0);
  if (count <= BLOCK) return sumOfBlock(values, from, to);
  const half = Math.floor(count / 2);
  const middle = from + half - (half % LANES);
  return sumBetween(values, from, middle) + sumBetween(values, middle, to);
}

function addAll(values: readonly number[], from: number, to: number, sum: number): number {
  for (let at = from; at < to; at++) sum += values[at];
  return sum;
}

function sumOfBlock(values: readonly number[], from: number, to: number): number {
  const whole = to - ((to - from) % LANES);
  const [a, b, c, d, e, f, g, h] = laneSums(values, from, whole);
  return addAll(values, whole, to, a + b + (c + d) + (e + f + (g + h)));
}

function laneSums(values: readonly number[], from: number, to: number): number[] {
  const sums = values.slice(from, from + LANES);
  for (let at = from + LANES; at < to; at++) sums[(at - from) % LANES] += values[at];
  return sums;
}
