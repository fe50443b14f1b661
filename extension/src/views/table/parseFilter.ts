import type { FilterTerm, FilterUnit, NumberRelation, RowFilter } from './filter';
import type { ColumnKey } from './model';

/** Why a filter cannot be used. */
export type FilterProblem =
  | 'unknownColumn'
  | 'textRelation'
  | 'numberRelation'
  | 'noValue'
  | 'nothingBefore'
  | 'notANumber'
  | 'unknownUnit'
  | 'wrongUnit';

export type ParsedFilter =
  | { readonly type: 'filter'; readonly filter: RowFilter }
  | {
      readonly type: 'error';
      readonly problem: FilterProblem;
      /** The part that is wrong: half-open range of the text, UTF-16 code units. */
      readonly from: number;
      readonly to: number;
      /** The column, value or unit that the problem is about. */
      readonly subject: string;
    };

const FILTER_COLUMNS = new Map<string, ColumnKey | 'category'>([
  ['name', 'name'],
  ['category', 'category'],
  ['count', 'count'],
  ['total', 'total'],
  ['time', 'total'],
  ['last', 'total'],
  ['self', 'self'],
  ['share', 'share'],
  ['min', 'min'],
  ['max', 'max'],
  ['avg', 'average'],
  ['average', 'average'],
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['mean', 'meanPerRun'],
  ['interval', 'halfWidth'],
  ['gpu', 'gpu'],
  ['waiting', 'waiting']
]);

const UNITS = new Map<string, { readonly unit: FilterUnit; readonly factor: number }>([
  ['', { unit: 'none', factor: 1 }],
  ['ns', { unit: 'time', factor: 1 }],
  ['us', { unit: 'time', factor: 1e3 }],
  ['\u00b5s', { unit: 'time', factor: 1e3 }],
  ['\u03bcs', { unit: 'time', factor: 1e3 }],
  ['ms', { unit: 'time', factor: 1e6 }],
  ['s', { unit: 'time', factor: 1e9 }],
  ['b', { unit: 'size', factor: 1 }],
  ['kb', { unit: 'size', factor: 1e3 }],
  ['mb', { unit: 'size', factor: 1e6 }],
  ['gb', { unit: 'size', factor: 1e9 }],
  ['tb', { unit: 'size', factor: 1e12 }],
  ['kib', { unit: 'size', factor: 1024 }],
  ['mib', { unit: 'size', factor: 1024 ** 2 }],
  ['gib', { unit: 'size', factor: 1024 ** 3 }],
  ['%', { unit: 'percent', factor: 0.01 }]
]);

/** Longest filter that is read, UTF-16 code units; a field takes no more. */
export const MAX_FILTER_LENGTH = 500;

/** A term as it is written, before its words are understood. */
interface RawTerm {
  readonly from: number;
  readonly to: number;
  readonly isNegated: boolean;
  /** Null for plain text. */
  readonly column: string | null;
  readonly relation: string;
  readonly value: string;
}

/** `|` or the word `or` as it is written: it joins the terms around it. */
interface OrWord {
  readonly from: number;
  readonly to: number;
}

const RELATION = '<=|>=|!=|[<>=~]';
/** A column that there is, spaces or not; or any word right before a relation, likely misspelt. */
const COLUMN = `(?:${[...FILTER_COLUMNS.keys()].join('|')})(?=\\s*(?:${RELATION}))|[\\p{L}\\p{N}]+(?=${RELATION})`;
/** In quotes, closed or not; a number with a unit after spaces; or all up to the next space or `|`. */
const SPACED_UNIT = '[\\d.]+\\s+(?:[nuµμm]?s|[kmgt]?i?b|%)(?![^\\s|])';
const COMPARISON = new RegExp(
  `(-?)(${COLUMN})\\s*(${RELATION})\\s*(?:"([^"]*)"?|(${SPACED_UNIT}|[^\\s|]*))`,
  'iuy'
);
const PLAIN = /(-?)(?:"([^"]*)"?|([^\s|]*))/uy;
/** Between terms of which one must hold; `or` in quotes is text. */
const OR = /\|+|or(?![^\s|])/iuy;

/**
 * Reads a filter: terms separated by spaces, all of which must hold; of terms with `|` or the word `or`
 * between them, one. A plain word is looked for in names, one in quotes literally; a minus in front
 * turns a term round. Text never becomes a pattern.
 */
export function parseFilter(text: string): ParsedFilter {
  const parts = [...partsOf(text)];
  const lonely = parts.find((part, at) => isOr(part) && !joinsTerms(parts, at));
  if (lonely !== undefined) {
    const problem = lonely === parts[0] ? 'nothingBefore' : 'noValue';
    return failure(lonely, { problem, subject: text.slice(lonely.from, lonely.to) });
  }
  const filter: FilterTerm[][] = [];
  for (const [at, part] of parts.entries()) {
    if (isOr(part)) continue;
    const term = understand(part);
    if ('problem' in term) return failure(part, term);
    if (at > 0 && isOr(parts[at - 1])) filter[filter.length - 1].push(term);
    else filter.push([term]);
  }
  return { type: 'filter', filter };
}

const isOr = (part: RawTerm | OrWord): part is OrWord => !('value' in part);

function joinsTerms(parts: readonly (RawTerm | OrWord)[], at: number): boolean {
  return at > 0 && at + 1 < parts.length && !isOr(parts[at + 1]);
}

function failure({ from, to }: RawTerm | OrWord, reason: Failure): ParsedFilter {
  return { type: 'error', ...reason, from, to };
}

function* partsOf(text: string): Generator<RawTerm | OrWord> {
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const part = orAt(text, at) ?? comparisonAt(text, at) ?? plainAt(text, at);
    yield part;
    at = skipSpace(text, part.to);
  }
}

function orAt(text: string, from: number): OrWord | null {
  const match = matchAt(OR, text, from);
  return match && { from, to: from + match[0].length };
}

function comparisonAt(text: string, from: number): RawTerm | null {
  const match = matchAt(COMPARISON, text, from);
  if (!match) return null;
  const [whole, minus, column, relation, quoted, word] = match;
  const value = quoted ?? word;
  return { from, to: from + whole.length, isNegated: minus === '-', column, relation, value };
}

function plainAt(text: string, from: number): RawTerm {
  const [whole, minus, quoted, word] = matchAt(PLAIN, text, from) ?? ['', '', '', ''];
  const value = quoted ?? word;
  return {
    from,
    to: from + Math.max(1, whole.length),
    isNegated: minus === '-',
    column: null,
    relation: '',
    value
  };
}

/** A copy of the pattern keeps the place, so that none is shared. */
function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  const own = new RegExp(pattern);
  own.lastIndex = from;
  return own.exec(text);
}

const skipSpace = (text: string, from: number): number => from + text.slice(from).search(/\S|$/);

type Failure = { readonly problem: FilterProblem; readonly subject: string };

function understand(raw: RawTerm): FilterTerm | Failure {
  const { column, relation, value, isNegated } = raw;
  if (column === null) {
    if (value === '') return { problem: 'noValue', subject: isNegated ? '-' : '""' };
    const text = value.toLowerCase();
    return { type: 'text', key: 'name', relation: 'contains', text, isNegated };
  }
  const known = FILTER_COLUMNS.get(column.toLowerCase());
  if (!known) return { problem: 'unknownColumn', subject: column };
  if (value === '') return { problem: 'noValue', subject: `${column}${relation}` };
  return known === 'name' || known === 'category' ? textTerm(known, raw) : numberTerm(known, raw);
}

function textTerm(
  key: 'name' | 'category',
  { column, relation, value, isNegated }: RawTerm
): FilterTerm | Failure {
  if (relation !== '~' && relation !== '=' && relation !== '!=') {
    return { problem: 'textRelation', subject: column ?? key };
  }
  return {
    type: 'text',
    key,
    relation: relation === '~' ? 'contains' : 'is',
    text: value.toLowerCase(),
    isNegated: isNegated !== (relation === '!=')
  };
}

function numberTerm(
  key: Exclude<ColumnKey, 'name'>,
  { column, relation, value, isNegated }: RawTerm
): FilterTerm | Failure {
  if (!isNumberRelation(relation)) return { problem: 'numberRelation', subject: column ?? key };
  const match = /^(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)\s*(.*)$/i.exec(value);
  if (!match) return { problem: 'notANumber', subject: value };
  const [, digits, symbol] = match;
  const known = UNITS.get(symbol.toLowerCase());
  if (!known) return { problem: 'unknownUnit', subject: symbol };
  if (!unitFits(key, known.unit)) return { problem: 'wrongUnit', subject: column ?? key };
  const amount = Number(digits) * known.factor;
  return { type: 'number', column: key, relation, value: amount, unit: known.unit, isNegated };
}

/** A count is a plain number, and a share a part of a whole. */
function unitFits(column: ColumnKey, unit: FilterUnit): boolean {
  if (column === 'count') return unit === 'none';
  if (column === 'share') return unit === 'none' || unit === 'percent';
  return true;
}

const isNumberRelation = (relation: string): relation is NumberRelation =>
  ['<', '<=', '>', '>=', '=', '!='].includes(relation);
