import type { Steps } from '../../base/steps';
import { runSteps } from '../../base/steps';
import { shown } from '../../base/text';
import type { Column } from '../profile/columns';
import type { Profile } from '../profile/profile';
import { ArgKind, PROFILE_VERSION } from '../profile/profile';
import { ProfileError } from '../profile/profileError';
import type { ColumnRule, ColumnSchema, IndexTarget, TableName } from '../profile/tableSchema';
import { columnsOf, createColumn, TABLE_NAMES } from '../profile/tableSchema';
import {
  checkCounters,
  checkMeta,
  checkSources,
  checkSourceTexts,
  checkTracks
} from './validateParts';
import { checkList, checkRecord, checkText, MAX_TEXT_LENGTH } from './validateValue';

/** Largest size of a time, nanoseconds: the limit of exact integers. */
const MAX_TIME_NS = Number.MAX_SAFE_INTEGER;

/**
 * Looks at every value of `candidate` and returns it as a profile. Afterwards all columns of a
 * table are equally long, all indices are in range, all parents precede their children, times are
 * finite, and what is promised to be ordered is. Whether the slices of one track nest is not
 * checked: readers of the times handle overlaps.
 *
 * @throws ProfileError that names the first table and row found wrong.
 */
export function validateProfile(candidate: unknown): Profile {
  return runSteps(validationSteps(candidate));
}

/** {@link validateProfile} column by column. */
export function* validationSteps(candidate: unknown): Steps<Profile> {
  const profile = checkRecord(candidate, 'The profile');
  if (profile.version !== PROFILE_VERSION) {
    throw new ProfileError(`The profile has version ${shown(profile.version)}; upgrade it first.`);
  }
  checkMeta(profile.meta);
  const strings = checkList(profile.strings, 'strings');
  strings.forEach((text, row) => checkText(text, `strings row ${row}`, MAX_TEXT_LENGTH));
  if (strings[0] !== '') throw new ProfileError('strings row 0 must be the empty string.');
  const tracks = checkTracks(profile.tracks);
  yield* checkTables(profile, { strings: strings.length, tracks: tracks.length });
  checkCounters(profile.counters, tracks.length);
  checkSources(profile.sources);
  checkSourceTexts(profile.sourceTexts);
  return candidate as Profile;
}

type Lengths = Partial<Record<IndexTarget | TableName, number>>;

function* checkTables(profile: Record<string, unknown>, known: Lengths): Steps<void> {
  const lengths: Lengths = { ...known };
  const tables = TABLE_NAMES.map(name => [name, checkRecord(profile[name], name)] as const);
  for (const [name, table] of tables) lengths[name] = checkLengths(name, table);
  for (const [name, table] of tables) {
    for (const [column, schema] of columnsOf(name)) {
      checkColumn(`${name}.${column}`, table[column] as Column, schema.rule, lengths);
      yield null;
    }
  }
  checkArgValues(profile.args as Profile['args'], known.strings ?? 0);
}

function checkLengths(name: TableName, table: Record<string, unknown>): number {
  const { length } = table;
  if (typeof length !== 'number') throw new ProfileError(`${name} has no length.`);
  for (const [column, schema] of columnsOf(name)) {
    const values = table[column];
    if (!isColumn(values, schema)) {
      throw new ProfileError(`${name}.${column} is not a ${schema.type} column.`);
    }
    if (values.length !== length) {
      throw new ProfileError(
        `${name}.${column} has ${values.length} rows where ${name} has ${length}.`
      );
    }
  }
  return length;
}

function isColumn(values: unknown, { type }: ColumnSchema): values is Column {
  return values instanceof createColumn[type](0).constructor;
}

function checkColumn(place: string, column: Column, rule: ColumnRule, lengths: Lengths): void {
  const row = firstBadRow(column, rule, lengths);
  if (row < 0) return;
  const wanted = 'target' in rule ? `${rule.is} into ${rule.target}` : rule.is;
  throw new ProfileError(`${place} row ${row} is ${column[row]}, which is not a valid ${wanted}.`);
}

function firstBadRow(column: Column, rule: ColumnRule, lengths: Lengths): number {
  switch (rule.is) {
    case 'any':
      return -1;
    case 'time':
      return firstOutside(column, -MAX_TIME_NS, MAX_TIME_NS);
    case 'duration':
      return firstOutside(column, 0, MAX_TIME_NS);
    case 'placeOrNone':
      return column.findIndex(value => value !== -1 && !(value >= 0 && value <= MAX_TIME_NS));
    case 'risingTime':
      return either(firstOutside(column, -MAX_TIME_NS, MAX_TIME_NS), firstFall(column));
    case 'index':
      return firstOutside(column, 0, (lengths[rule.target] ?? 0) - 1);
    case 'risingIndex':
      return either(firstOutside(column, 0, (lengths[rule.target] ?? 0) - 1), firstFall(column));
    case 'indexOrNone':
      return firstOutside(column, -1, (lengths[rule.target] ?? 0) - 1);
    case 'code':
      return firstOutside(column, 0, rule.count - 1);
    case 'earlierRow':
      return column.findIndex((value, row) => value < -1 || value >= row);
  }
}

function either(first: number, second: number): number {
  return first >= 0 ? first : second;
}

/** First row that is not within min … max; NaN is within nothing. */
function firstOutside(column: Column, min: number, max: number): number {
  for (let row = 0; row < column.length; row++) {
    const value = column[row];
    if (!(value >= min && value <= max)) return row;
  }
  return -1;
}

function firstFall(column: Column): number {
  for (let row = 1; row < column.length; row++) if (column[row] < column[row - 1]) return row;
  return -1;
}

function checkArgValues({ length, kind, value }: Profile['args'], strings: number): void {
  for (let row = 0; row < length; row++) {
    if (kind[row] === ArgKind.number) continue;
    const limit = kind[row] === ArgKind.string ? strings : 2;
    if (Number.isInteger(value[row]) && value[row] >= 0 && value[row] < limit) continue;
    throw new ProfileError(`args.value row ${row} is ${value[row]}, which does not fit its kind.`);
  }
}
