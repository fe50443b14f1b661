import type { NamePattern, SliceStatistic } from '../../base/budget';
import { selectQuantiles } from '../../base/stats';
import { nearestName, plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import type { AggregateRow } from '../statistics/aggregateTypes';
import {
  type BudgetSubject,
  type Measured,
  NAMES_CUT,
  PART_OF_SLICES,
  leftOut,
  meanOfRuns,
  measured,
  none,
  notKnown,
  repetitionRow,
  sliceRows
} from './budgetSubject';

/** A regular expression sees so much of a name, UTF-16 units, which bounds the time it takes. */
const SEEN_OF_NAME = 256;

/** A figure of the slices of `names`: nanoseconds, or their number. */
export function sliceFigure(
  subject: BudgetSubject,
  statistic: SliceStatistic,
  names: NamePattern
): Measured {
  const isMeant = nameTest(names);
  if (isCut(subject, names)) return notKnown(NAMES_CUT);
  const rows = sliceRows(subject).filter(({ name }) => isMeant(name));
  const { hiddenRows, isPartial } = subject;
  if (rows.length === 0) {
    const absence = absenceOf(subject, names);
    return hiddenRows > 0 ? notKnown(`${absence}; ${leftOut(subject)}`) : none(absence);
  }
  if (names.is === 'pattern' && hiddenRows > 0) {
    return notKnown(statistic === 'p95' && isPartial ? PART_OF_SLICES : leftOut(subject));
  }
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

/** Whether slices of a name may be among those of names that were cut to the same text. */
function isCut(subject: BudgetSubject, names: NamePattern): boolean {
  if (subject.areNamesCut !== true || names.is === 'pattern') return false;
  const mayBe = (cut: string): boolean =>
    cut.length >= SEEN_OF_NAME && cut.endsWith('…') && names.name.startsWith(cut.slice(0, -1));
  return sliceRows(subject).some(({ name }) => mayBe(name));
}

/** A message that no slice has the name, with the nearest name. */
function absenceOf(subject: BudgetSubject, names: NamePattern): string {
  if (names.is === 'pattern') return `no slice has a name that ${String(names.pattern)} finds`;
  const known = sliceRows(subject).map(({ name }) => name);
  const nearest = nearestName(names.name, known);
  const hint = nearest === null ? '' : `; nearest: ${nearest}`;
  return `no slice is named ${names.name}${hint}`;
}

function sum(rows: readonly AggregateRow[], column: 'total' | 'self' | 'count'): number {
  return rows.reduce((result, row) => result + row[column], 0);
}

function perRun(
  subject: BudgetSubject,
  rows: readonly AggregateRow[],
  column: 'total' | 'self' | 'count'
): Measured {
  const repetitions = repetitionRow(subject)?.count ?? 1;
  const runs = rows.map(row => (row.runs === undefined ? repetitions : row.runs));
  if (runs.every(each => each === 1)) return measured(sum(rows, column));
  const values = rows.map((row, at) => {
    if (column === 'total' && row.perRun) return row.perRun.mean;
    const count = runs[at];
    return count === null ? null : row[column] / count;
  });
  const known = values.filter(value => value !== null);
  if (known.length < values.length) return notKnown('cells of several numbers of runs have it');
  const isSame = runs.every(each => each === runs[0]);
  return meanOfRuns(
    known.reduce((result, value) => result + value, 0),
    isSame ? runs[0] : null
  );
}

function percentile(
  { profile, isPartial }: BudgetSubject,
  rows: readonly AggregateRow[],
  isMeant: (name: string) => boolean
): Measured {
  if (isPartial) {
    const [row] = rows;
    if (rows.length === 1) return measured(row.p95);
    return notKnown(PART_OF_SLICES);
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
