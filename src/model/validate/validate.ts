import { type Steps, runSteps } from '../../base/steps';
import { shown } from '../../base/errors';
import { FACTS } from '../../facts/table';
import type { Column } from '../profile/columns';
import {
  ArgKind,
  PROFILE_VERSION,
  type Profile,
  type SourceName,
  type SourceReport
} from '../profile/profile';
import { SOURCE_REPORT_SCHEMA } from '../profile/sourceReport';
import {
  type ColumnRule,
  type ColumnSchema,
  type IndexTarget,
  TABLE_NAMES,
  type TableName,
  columnsOf,
  createColumn,
  emptyTable
} from '../../columns/tableSchema';
import {
  type Refuse,
  checkCounter,
  checkMeta,
  checkSourceTexts,
  isFine,
  soundEntries,
  soundTracks
} from './validateParts';
import {
  checkList,
  checkRecord,
  checkText,
  MAX_TEXT_LENGTH,
  ProfileError
} from '../../schema/schema';

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
  return runSteps(soundSteps(candidate, throwIt));
}

function throwIt(_part: string, error: ProfileError): void {
  throw error;
}

/**
 * The valid profile in `candidate`, one column per step. What is not valid, or refers to what is not,
 * is left out, and a source reports each part of it: a fault in one part loses no other.
 *
 * @param lost what the caller has found wrong before, such as a part that could not be decoded
 * @throws ProfileError for the first part found wrong if nothing was recorded in the rest
 */
export function* salvageSteps(
  candidate: unknown,
  lost: readonly LostPart[] = []
): Steps<SalvagedProfile> {
  const found = [...lost];
  const profile = yield* soundSteps(candidate, (part, { message }) => {
    // What names no table, as a bad track among thousands does, is counted by its list.
    if (!found.some(each => listOf(each.part) === listOf(part))) found.push({ part, message });
  });
  if (found.length === 0) return { profile, losses: [] };
  if (isEmpty(profile)) throw new ProfileError(found[0].message);
  const losses = found.map(reportOfLost);
  return { profile: { ...profile, sources: [...profile.sources, ...losses] }, losses };
}

/** The profile of {@link salvageSteps}, without a pause. @throws ProfileError likewise */
export function salvageProfile(candidate: unknown): Profile {
  return runSteps(salvageSteps(candidate)).profile;
}

/** What was valid, and what its sources say of the rest. */
export interface SalvagedProfile {
  readonly profile: Profile;
  /** The last of the profile's sources: one for each part that was left out, none for a valid profile. */
  readonly losses: readonly SourceReport[];
}

/** A part of a profile of which something is not valid. */
export interface LostPart {
  /** As in {@link Profile}, such as `args`, `meta.cell`, `tracks row 3`. */
  readonly part: string;
  /** What is wrong with it. */
  readonly message: string;
}

function listOf(part: string): string {
  return part.replace(/ row \d+$/, '');
}

/** The source that recorded a part; that of the ranges for all others. */
const RECORDED_BY: Readonly<Record<string, SourceName>> = {
  samples: 'cpuSampler',
  stacks: 'cpuSampler',
  lineTicks: 'cpuSampler',
  lineTotals: 'callSites',
  heapSamples: 'allocations',
  allocations: 'operatorMemory',
  sliceStacks: 'operatorStacks',
  ...Object.fromEntries(FACTS.map(({ name, source }) => [`meta.${name}`, source.name]))
};

function reportOfLost({ part, message }: LostPart): SourceReport {
  const source = RECORDED_BY[part] ?? 'ranges';
  const text = `${part} is damaged and left out: ${message}`;
  return { source, status: 'partial', message: clipped(text), records: 0 };
}

const MAX_REPORTED = 500;

function clipped(text: string): string {
  return text.length <= MAX_REPORTED ? text : `${text.slice(0, MAX_REPORTED)}…`;
}

/** Tables whose rows only describe those of others. */
const DESCRIBING: readonly TableName[] = ['labels', 'frames', 'stacks'];

function isEmpty(profile: Profile): boolean {
  const recorded = TABLE_NAMES.filter(name => !DESCRIBING.includes(name));
  return profile.counters.length === 0 && recorded.every(name => profile[name].length === 0);
}

/** The profile with other parts in place of those that `refuse` gets; `candidate` itself without any. */
function* soundSteps(candidate: unknown, refuse: Refuse): Steps<Profile> {
  const profile = checkRecord(candidate, 'The profile');
  if (profile.version !== PROFILE_VERSION) {
    throw new ProfileError(`The profile has version ${shown(profile.version)}; upgrade it first.`);
  }
  const meta = checkMeta(profile.meta, refuse);
  const strings = soundStrings(profile.strings, refuse);
  const tracks = soundTracks(profile.tracks, refuse);
  const { length: trackCount } = tracks;
  const known = { strings: strings.length, tracks: trackCount };
  const tables = yield* soundTables(profile, known, refuse);
  const parts: Record<string, unknown> = {
    ...{ meta, strings, tracks },
    ...tables,
    counters: soundEntries({ part: 'counters', value: profile.counters }, refuse, (item, place) =>
      checkCounter(item, place, trackCount)
    ),
    sources: soundEntries({ part: 'sources', value: profile.sources }, refuse, (item, place) =>
      SOURCE_REPORT_SCHEMA.check(item, place)
    ),
    sourceTexts: isFine('sourceTexts', refuse, () => checkSourceTexts(profile.sourceTexts))
      ? profile.sourceTexts
      : []
  };
  const isSound = Object.entries(parts).every(([name, part]) => part === profile[name]);
  return (isSound ? profile : { ...profile, ...parts }) as unknown as Profile;
}

function soundStrings(value: unknown, refuse: Refuse): readonly unknown[] {
  const isList = isFine('strings', refuse, () => checkString(checkList(value, 'strings')[0], 0));
  if (!isList && !(Array.isArray(value) && value.length > 0)) return [''];
  const strings = value as readonly unknown[];
  // There may be millions, and hardly ever one that is not a text.
  if (strings.every(isText) && strings[0] === '') return strings;
  const sound = strings.map((text, row) => {
    return isFine(`strings row ${row}`, refuse, () => checkString(text, row)) ? text : '';
  });
  return sound.every((text, row) => text === strings[row]) ? strings : sound;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
}

function checkString(text: unknown, row: number): void {
  if (row === 0 && text !== '') throw new ProfileError('strings row 0 must be the empty string.');
  checkText(text, `strings row ${row}`, MAX_TEXT_LENGTH);
}

type Lengths = Partial<Record<IndexTarget | TableName, number>>;

/** The tables, in the order in which each comes after those that it refers to. */
function* soundTables(
  profile: Record<string, unknown>,
  known: Lengths,
  refuse: Refuse
): Steps<Record<string, unknown>> {
  const lengths: Lengths = { ...known };
  const sound: Record<string, unknown> = {};
  for (const name of TABLE_NAMES) {
    const table = yield* soundTable({ name, value: profile[name] }, lengths, refuse);
    sound[name] = table;
    lengths[name] = table.length as number;
  }
  return sound;
}

function* soundTable(
  { name, value }: { readonly name: TableName; readonly value: unknown },
  lengths: Lengths,
  refuse: Refuse
): Steps<Record<string, unknown>> {
  const none = (): Record<string, unknown> =>
    emptyTable(name) as unknown as Record<string, unknown>;
  if (!isFine(name, refuse, () => checkLengths(name, checkRecord(value, name)))) return none();
  let table = value as Record<string, unknown>;
  for (const [column, { rule }] of columnsOf(name)) {
    const values = table[column] as Column;
    const check = (): void => checkColumn(`${name}.${column}`, values, rule, lengths);
    yield null;
    if (isFine(name, refuse, check)) continue;
    const repaired = REPAIRS[`${name}.${column}`]?.(values, lengths);
    if (repaired === undefined) return none();
    table = { ...table, [column]: repaired };
  }
  if (name !== 'args') return table;
  const args = value as Profile['args'];
  const fits = isFine(name, refuse, () => checkArgValues(args, lengths.strings ?? 0));
  return fits ? table : none();
}

/** Names that are not there become the empty one. */
const unnamed = (column: Column, { strings = 0 }: Lengths): Column =>
  column.map(text => (text < strings ? text : 0));

/** What stands in for columns on which much depends, but which say nothing of times. */
const REPAIRS: Readonly<Record<string, (column: Column, lengths: Lengths) => Column>> = {
  'labels.name': unnamed,
  'labels.category': unnamed,
  'frames.name': unnamed,
  'frames.file': unnamed,
  'slices.parent': ({ length }) => new Int32Array(length).fill(-1)
};

function checkLengths(name: TableName, table: Record<string, unknown>): void {
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
