import { COUNTER_UNITS } from '../../columns/columns';
import { COLUMN_SOURCES } from '../../facts/shared/columnSources';
import { FACT_RECORDS, type FactName, FACTS } from '../../facts/table';
import type {
  CounterKind,
  ProfileMeta,
  ProfileStatus,
  SourceReport,
  Track,
  TrackKind
} from '../profile/profile';
import { ProfileError } from '../../schema/profileError';
import { optional } from '../../schema/schema';
import { SOURCE_TEXT_LIMITS } from '../profile/sourceText';
import { unrecordedMeta } from '../profile/unrecordedMeta';
import {
  checkBoolean,
  checkBounded,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkWord,
  MAX_TEXT_LENGTH
} from '../../schema/validateValue';

/** Every {@link ProfileStatus}. */
export const STATUSES: Readonly<Record<ProfileStatus, true>> = {
  complete: true,
  error: true,
  interrupted: true,
  exited: true,
  recovered: true
};

/** Every {@link TrackKind}. */
const TRACK_KINDS: Readonly<Record<TrackKind, true>> = {
  process: true,
  thread: true,
  worker: true,
  asyncLane: true,
  gc: true,
  waiting: true,
  device: true,
  cudaStream: true
};

/** Every {@link CounterKind}. */
export const COUNTER_KINDS: Readonly<Record<CounterKind, true>> = {
  set: true,
  sampled: true,
  derived: true
};

const SOURCE_NAMES: Readonly<Record<string, true>> = Object.fromEntries(
  [...Object.keys(COLUMN_SOURCES), ...FACT_RECORDS.map(({ source }) => source.name)].map(name => [
    name,
    true as const
  ])
);

const SOURCE_STATUSES: Readonly<Record<SourceReport['status'], true>> = {
  ok: true,
  partial: true,
  failed: true,
  unavailable: true
};

/** Tracks at most: a track index has 16 bits. */
export const MAX_TRACKS = 65_536;

const MAX_ID = 2 ** 53 - 1;

/** The check of each fact in `meta`; those that may be absent allow for it. @throws ProfileError */
const META_CHECKS: {
  readonly [Key in Exclude<keyof ProfileMeta, FactName>]-?: (value: unknown) => unknown;
} = {
  id: value => checkText(value, 'meta.id'),
  name: value => checkText(value, 'meta.name'),
  startedAtMs: value => checkNumber(value, 'meta.startedAtMs'),
  durationNs: value => checkNumber(value, 'meta.durationNs'),
  cpuTimeNs: value => checkNumber(value, 'meta.cpuTimeNs'),
  overheadNs: value => checkNumber(value, 'meta.overheadNs'),
  status: value => checkWord(value, 'meta.status', STATUSES),
  truncated: value => checkBoolean(value, 'meta.truncated'),
  host: value => checkText(value, 'meta.host'),
  runtime: value => checkText(value, 'meta.runtime'),
  originNs: checkOrigin,
  pid: value => checkInteger(value, 'meta.pid', 0, MAX_ID),
  options: value => checkOptions(checkRecord(value, 'meta.options')),
  dropped: checkDropped,
  cell: value => value === null || checkCell(checkRecord(value, 'meta.cell'))
};

const ALL_META_CHECKS: readonly (readonly [key: string, check: (value: unknown) => unknown])[] = [
  ...Object.entries(META_CHECKS),
  ...FACTS.map(fact => {
    const schema = fact.isAlwaysThere ? fact.schema : optional<unknown>(fact.schema);
    return [fact.name, (value: unknown) => schema.check(value, `meta.${fact.name}`)] as const;
  })
];

/** Receives what is wrong with a part of a profile that can be left out, named as in {@link Profile}. */
export type Refuse = (part: string, error: ProfileError) => void;

/** Runs `check`; what it throws goes to `refuse`, if that takes it. Returns whether nothing was wrong. */
export function isFine(part: string, refuse: Refuse, check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    refuse(part, error);
    return false;
  }
}

/**
 * `meta` with the facts in it that are valid; the others, which `refuse` gets, are as in a profile that
 * was not recorded. The same object if nothing is wrong with it.
 */
export function checkMeta(value: unknown, refuse: Refuse): unknown {
  if (!isFine('meta', refuse, () => checkRecord(value, 'meta'))) return unknownMeta();
  const meta = value as Record<string, unknown>;
  const wrong = ALL_META_CHECKS.filter(
    ([key, check]) => !isFine(`meta.${key}`, refuse, () => check(meta[key]))
  );
  if (wrong.length === 0) return value;
  const known: Record<string, unknown> = { ...meta };
  for (const [key] of wrong) delete known[key];
  return { ...unknownMeta(), ...known };
}

function unknownMeta(): ProfileMeta {
  return unrecordedMeta({ id: '', name: '', durationNs: 0 });
}

function checkOrigin(value: unknown): void {
  if (/^\d{1,20}$/.test(checkText(value, 'meta.originNs'))) return;
  throw new ProfileError('meta.originNs is not a decimal number of nanoseconds.');
}

function checkDropped(value: unknown): void {
  const dropped = checkRecord(value, 'meta.dropped');
  for (const key of ['slices', 'instants', 'counterValues', 'args', 'flows']) {
    checkInteger(dropped[key], `meta.dropped.${key}`, 0, MAX_ID);
  }
}

function checkOptions(options: Record<string, unknown>): void {
  for (const [name, option] of Object.entries(options)) {
    checkText(name, 'the name of an option in meta.options');
    checkText(option, `meta.options.${name}`);
  }
}

function checkCell(cell: Record<string, unknown>): void {
  checkText(cell.file, 'meta.cell.file');
  checkText(cell.source, 'meta.cell.source', MAX_TEXT_LENGTH);
  checkInteger(cell.executionCount, 'meta.cell.executionCount', 0, MAX_ID);
}

function checkTrackCount(value: unknown): void {
  const { length } = checkList(value, 'tracks');
  if (length <= MAX_TRACKS) return;
  throw new ProfileError(`There are ${length} tracks; at most ${MAX_TRACKS} are allowed.`);
}

function checkTrack(item: unknown, row: number, place: string): void {
  const track = checkRecord(item, place);
  checkText(track.name, `${place}, name,`);
  checkWord(track.kind, `${place}, kind,`, TRACK_KINDS);
  checkInteger(track.parent, `${place}, parent,`, -1, row - 1);
  checkInteger(track.pid, `${place}, pid,`, 0, MAX_ID);
  checkInteger(track.tid, `${place}, tid,`, 0, MAX_ID);
}

/** In place of a track of which something is wrong: what lies on it is still shown. */
const UNKNOWN_TRACK: Track = { name: '', kind: 'thread', parent: -1, pid: 0, tid: 0 };

/** `value` as tracks, with others in place of those that `refuse` gets. */
export function soundTracks(value: unknown, refuse: Refuse): readonly unknown[] {
  if (!isFine('tracks', refuse, () => checkTrackCount(value))) return [];
  const tracks = value as readonly unknown[];
  const sound = tracks.map((item, row) => {
    const place = `tracks row ${row}`;
    return isFine(place, refuse, () => checkTrack(item, row, place)) ? item : UNKNOWN_TRACK;
  });
  return sound.every((item, row) => item === tracks[row]) ? tracks : sound;
}

/** `value` as a list without the entries that `check` refuses; the same list if it refuses none. */
export function soundEntries(
  { part, value }: { readonly part: string; readonly value: unknown },
  refuse: Refuse,
  check: (item: unknown, place: string) => void
): readonly unknown[] {
  if (!isFine(part, refuse, () => checkList(value, part))) return [];
  const list = value as readonly unknown[];
  const sound = list.filter((item, row) => {
    const place = `${part} row ${row}`;
    return isFine(place, refuse, () => check(item, place));
  });
  return sound.length === list.length ? list : sound;
}

/** Checks one counter against the number of tracks. @throws ProfileError */
export function checkCounter(item: unknown, place: string, trackCount: number): void {
  const series = checkRecord(item, place);
  checkText(series.name, `${place}, name,`);
  checkText(series.category, `${place}, category,`);
  checkWord(series.unit, `${place}, unit,`, COUNTER_UNITS);
  checkWord(series.kind, `${place}, kind,`, COUNTER_KINDS);
  checkInteger(series.track, `${place}, track,`, 0, trackCount - 1);
  checkSeries(place, series.time, series.value);
}

function checkSeries(place: string, time: unknown, value: unknown): void {
  if (!(time instanceof Float64Array) || !(value instanceof Float64Array)) {
    throw new ProfileError(`${place} has no float64 columns time and value.`);
  }
  if (time.length !== value.length) {
    throw new ProfileError(`${place} has ${time.length} times and ${value.length} values.`);
  }
  for (let point = 0; point < time.length; point++) {
    const earliest = point === 0 ? -MAX_ID : time[point - 1];
    checkNumber(time[point], `${place}, time ${point},`, earliest);
  }
}

/** Checks `sources`. @throws ProfileError */
export function checkSources(value: unknown): void {
  checkList(value, 'sources').forEach((item, row) => checkSource(item, `sources row ${row}`));
}

/** Checks the report of one source. @throws ProfileError */
export function checkSource(item: unknown, place: string): void {
  const report = checkRecord(item, place);
  checkWord(report.source, `${place}, source,`, SOURCE_NAMES);
  checkWord(report.status, `${place}, status,`, SOURCE_STATUSES);
  checkText(report.message, `${place}, message,`);
  checkInteger(report.records, `${place}, records,`, 0, MAX_ID);
}

/** Checks `sourceTexts` against their bounds. @throws ProfileError */
export function checkSourceTexts(value: unknown): void {
  let left: number = SOURCE_TEXT_LIMITS.all;
  checkBounded(value, 'sourceTexts', SOURCE_TEXT_LIMITS.texts).forEach((item, row) => {
    const place = `sourceTexts row ${row}`;
    const source = checkRecord(item, place);
    checkText(source.file, `${place}, file,`);
    const limit = Math.min(left, SOURCE_TEXT_LIMITS.text);
    left -= checkText(source.text, `${place}, text,`, limit).length;
    checkBoolean(source.isClipped, `${place}, isClipped,`);
  });
}
