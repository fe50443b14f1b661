import { type OperatorRecord, recordOfGroup } from './operatorRecord';
import { pairwiseSum } from './pairwiseSum';

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
