import type { NamePattern, SliceStatistic } from '../../base/budget';
import { selectQuantiles } from '../../base/stats';
import { nearestName, plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import type { AggregateRow } from '../statistics/aggregateTypes';
import type { BudgetSubject, Measured } from './budgetSubject';
import { meanOfRuns, measured, repetitionRow, sliceRows, notKnown } from './budgetSubject';

/** A regular expression sees so much of a name, UTF-16 units, which bounds the time it takes. */
const SEEN_OF_NAME = 256;

/** A figure of the slices of `names`: nanoseconds, or their number. */
export function sliceFigure(
  subject: BudgetSubject,
  statistic: SliceStatistic,
  names: NamePattern
): Measured {
  const isMeant = nameTest(names);
  const rows = sliceRows(subject).filter(({ name }) => isMeant(name));
  if (rows.length === 0) return notKnown(absenceOf(subject, names));
  switch (statistic) {
    case 'total':
    case 'self':
    case 'count':
      return perRun(subject, rows, statistic);
    case 'avg':
      return measured(sum(rows, 'total') / sum(rows, 'count'));
    case 'min':
      return measured(rows.reduce((least, { min }) => Math.min(least, min), Infinity));
    case 'max':
      return measured(rows.reduce((most, { max }) => Math.max(most, max), -Infinity));
    case 'p95':
      return percentile(subject, rows, isMeant);
  }
}

/** Returns a test whether a name matches. */
function nameTest(names: NamePattern): (name: string) => boolean {
  if (names.is === 'name') return name => name === names.name;
  return name => names.pattern.test(name.slice(0, SEEN_OF_NAME));
}

/** A message that no slice has the name, with the nearest name. */
function absenceOf(subject: BudgetSubject, names: NamePattern): string {
  const { hiddenRows } = subject;
  const hidden = hiddenRows === 0 ? '' : `; the output left out ${plural(hiddenRows, 'name')}`;
  if (names.is === 'pattern') {
    return `no slice has a name that ${String(names.pattern)} finds${hidden}`;
  }
  const known = sliceRows(subject).map(({ name }) => name);
  const nearest = nearestName(names.name, known);
  const hint = nearest === null ? '' : `; nearest: ${nearest}`;
  return `no slice is named ${names.name}${hint}${hidden}`;
}

function sum(rows: readonly AggregateRow[], column: 'total' | 'self' | 'count'): number {
  return rows.reduce((result, row) => result + row[column], 0);
}

function perRun(
  subject: BudgetSubject,
  rows: readonly AggregateRow[],
  column: 'total' | 'self' | 'count'
): Measured {
  const runs = repetitionRow(subject)?.count;
  if (runs === undefined) return measured(sum(rows, column));
  const value =
    column === 'total'
      ? rows.reduce((result, row) => result + (row.perRun?.mean ?? row.total / runs), 0)
      : sum(rows, column) / runs;
  return meanOfRuns(value, runs);
}

function percentile(
  { profile, isPartial }: BudgetSubject,
  rows: readonly AggregateRow[],
  isMeant: (name: string) => boolean
): Measured {
  if (isPartial) {
    const [row] = rows;
    if (rows.length === 1) return measured(row.p95);
    return notKnown('the output holds a part of the slices; save the profile with -o, check that');
  }
  const durations = durationsOf(profile, isMeant);
  const { length } = durations;
  if (length === 0) return notKnown('none of the slices was kept; see --max-events');
  const [p95] = selectQuantiles(durations, 0, length, [0.95]);
  const dropped = sum(rows, 'count') - length;
  return measured(p95, dropped > 0 ? `of the ${plural(length, 'slice')} that were kept` : '');
}

/** Durations of the kept slices of the names that are meant, nanoseconds. */
function durationsOf(
  { slices, labels, strings }: Profile,
  isMeant: (name: string) => boolean
): Float64Array {
  const wanted = Uint8Array.from(labels.name, name => Number(isMeant(strings[name])));
  return slices.duration.filter((_, row) => wanted[slices.label[row]] === 1);
}
