import { type Aggregate, type AggregateKey, aggregateRecords } from './aggregateRecords';
import { type OperatorRecord, recordOf } from './operatorRecord';
import { type RecordOrder, orderRecords } from './orderRecords';
import type { Place, ProfiledOperator, RunTime } from './profiledOperator';

/** Up to when an operator's time counts: its end, or only until the wait before it ended. */
export const END_KEYS = ['end', 'kern'] as const;
export type EndKey = (typeof END_KEYS)[number];

/** The selection and order of a table's records. */
export interface RecordSelection {
  readonly place: Place;
  readonly endKey: EndKey;
  /** Seconds; operators that took less or more are left out, before any are put together. */
  readonly minTime: number;
  readonly maxTime: number;
  readonly aggregate: Aggregate | null;
  readonly aggregateBy: AggregateKey | null;
  readonly order: RecordOrder;
  /** Records at most; 0 for all. */
  readonly top: number;
}

/** The records of operators: combined, sorted, and limited to the requested number. */
export function selectRecords(
  operators: readonly ProfiledOperator[],
  selection: RecordSelection
): OperatorRecord[] {
  const { aggregate, aggregateBy, order, top } = selection;
  const records = operators.flatMap(operator => {
    const time = operatorTime(operator, selection);
    return time === null || isOutside(time, selection) ? [] : [recordOf(operator, time)];
  });
  const rows = aggregate === null ? records : aggregateRecords(records, aggregate, aggregateBy);
  const ordered = orderRecords(rows, order);
  return top === 0 ? ordered : ordered.slice(0, top);
}

/** Limits that are not numbers leave nothing out, as comparisons with them fail. */
function isOutside(time: number, { minTime, maxTime }: RecordSelection): boolean {
  return time < minTime || time > maxTime;
}

/**
 * Seconds of an operator's longest run at a place; null if it did not run there or the time is unknown.
 */
export function operatorTime(
  operator: ProfiledOperator,
  { place, endKey }: Pick<RecordSelection, 'place' | 'endKey'>
): number | null {
  let longest: number | null = null;
  for (const run of operator[place]) {
    const time = timeOf(run, endKey);
    if (time !== null && (longest === null || time > longest)) longest = time;
  }
  return longest;
}

function timeOf({ endS, kernS }: RunTime, endKey: EndKey): number | null {
  return endKey === 'end' ? endS : kernS;
}
