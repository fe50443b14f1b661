import type { BundleRow, BundleSection } from 'kernelscope/model';
import { type ColumnKey, type ShareOf, numberIn } from './model';

/** The quantity of a number in a filter. */
export type FilterUnit = 'none' | 'time' | 'size' | 'percent';

/** How a number in a row is to stand to the one in the filter. */
export type NumberRelation = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** One condition, which holds the other way round if `isNegated`. */
export type FilterTerm =
  | {
      readonly type: 'text';
      readonly key: 'name' | 'category';
      readonly relation: 'contains' | 'is';
      /** In lower case. */
      readonly text: string;
      readonly isNegated: boolean;
    }
  | {
      readonly type: 'number';
      readonly column: Exclude<ColumnKey, 'name'>;
      readonly relation: NumberRelation;
      /** Nanoseconds, bytes, a ratio for percent; without a unit as the column shows it. */
      readonly value: number;
      readonly unit: FilterUnit;
      readonly isNegated: boolean;
    };

/** Alternatives, of which one must hold. */
type Alternatives = readonly FilterTerm[];

/** A row passes if it meets all of these. */
export type RowFilter = readonly Alternatives[];

/** Columns that only rows of times have. */
const TIME_COLUMNS: readonly ColumnKey[] = ['share', 'self', 'gpu', 'waiting'];

/** Nanoseconds in the unit of the columns of times. */
const COLUMN_NS = 1e6;

/** The rows that a filter is about. */
export interface FilteredRows {
  readonly section: BundleSection;
  readonly wallNs: number;
  /** The totals that shares are parts of: self time and the wall time unless given. */
  readonly share?: ShareOf;
}

/**
 * Whether a row meets all conditions. `wallNs` is the time that a percentage of times is of; a
 * value whose unit the row does not have, such as bytes for a time, is never met.
 */
export function matchesFilter(
  filter: RowFilter,
  row: BundleRow,
  { section, wallNs, share = { column: 'self', wholeNs: wallNs } }: FilteredRows
): boolean {
  const holds = (term: FilterTerm): boolean =>
    term.type === 'text'
      ? textHolds(term, term.key === 'name' ? row[0] : section.category)
      : numberHolds(term, row, { section, wallNs, share });
  return filter.every(alternatives => alternatives.some(term => holds(term) !== term.isNegated));
}

function textHolds(term: Extract<FilterTerm, { type: 'text' }>, found: string): boolean {
  const text = found.toLowerCase();
  return term.relation === 'is' ? text === term.text : text.includes(term.text);
}

function numberHolds(
  term: Extract<FilterTerm, { type: 'number' }>,
  row: BundleRow,
  { section, wallNs, share }: Required<FilteredRows>
): boolean {
  const isShare = term.column === 'share';
  const value = numberIn(row, term.column === 'share' ? share.column : term.column);
  const wholeNs = isShare ? share.wholeNs : wallNs;
  const wanted = term.column === 'count' ? term.value : inSectionUnit(term, section, wholeNs);
  return wanted !== null && compares(value, term.relation, wanted);
}

/** The number of a term in the unit of the section's rows, or null when that makes no sense. */
function inSectionUnit(
  { column, value, unit }: Extract<FilterTerm, { type: 'number' }>,
  section: BundleSection,
  wholeNs: number
): number | null {
  const isTime = section.unit === 'nanoseconds';
  if (!isTime && TIME_COLUMNS.includes(column)) return null;
  switch (unit) {
    case 'time':
      return isTime ? value : null;
    case 'size':
      return section.unit === 'bytes' ? value : null;
    case 'percent':
      if (isTime) return value * wholeNs;
      return section.unit === 'percent' ? value * 100 : null;
    case 'none':
      if (column === 'share') return (value / 100) * wholeNs;
      return isTime ? value * COLUMN_NS : value;
  }
}

function compares(value: number, relation: NumberRelation, wanted: number): boolean {
  switch (relation) {
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
    case '=':
      return value === wanted;
    case '!=':
      return value !== wanted;
  }
}
