import { COUNTER_UNITS } from '../../columns/columns';
import { type FactName, FACTS } from '../../facts/table';
import {
  type CounterKind,
  PROFILE_STATUSES,
  type ProfileMeta,
  type Track,
  type TrackKind
} from '../profile/profile';
import {
  boolean,
  checked,
  nullable,
  number,
  optional,
  record,
  type Schema,
  text,
  type ValueOf,
  wholeNumber,
  word,
  checkBoolean,
  checkBounded,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  MAX_TEXT_LENGTH,
  ProfileError
} from '../../schema/schema';
import { SOURCE_TEXT_LIMITS } from '../profile/sourceText';
import { unrecordedMeta } from '../profile/unrecordedMeta';

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

/** Tracks at most: a track index has 16 bits. */
export const MAX_TRACKS = 65_536;

const MAX_ID = 2 ** 53 - 1;

const DROPPED = wholeNumber();

const META: { readonly [Key in Exclude<keyof ProfileMeta, FactName>]-?: Schema<ProfileMeta[Key]> } =
  {
    ...{ id: text(), name: text() },
    ...{ startedAtMs: number(), durationNs: number(), cpuTimeNs: number(), overheadNs: number() },
    status: word(PROFILE_STATUSES),
    truncated: boolean(),
    ...{ host: text(), runtime: text() },
    originNs: checked(text(), (digits, place) => {
      if (/^\d{1,20}$/.test(digits)) return;
      throw new ProfileError(`${place} is not a decimal number of nanoseconds.`);
    }),
    pid: wholeNumber(),
    options: { check: checkOptions },
    dropped: record({
      ...{ slices: DROPPED, instants: DROPPED, counterValues: DROPPED, args: DROPPED },
      flows: DROPPED
    }),
    cell: nullable(
      record({ file: text(), source: text(MAX_TEXT_LENGTH), executionCount: wholeNumber() })
    )
  };

/** The parts of `meta` with those of facts; those that may be absent allow for it. */
const ALL_META: readonly (readonly [name: string, schema: Schema<unknown>])[] = [
  ...Object.entries(META),
  ...FACTS.map(fact => {
    const schema: Schema<unknown> = fact.schema;
    return [fact.name, fact.isAlwaysThere ? schema : optional(schema)] as const;
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
  const wrong = ALL_META.filter(([key, schema]) => {
    const place = `meta.${key}`;
    return !isFine(place, refuse, () => schema.check(meta[key], place));
  });
  if (wrong.length === 0) return value;
  const known: Record<string, unknown> = { ...meta };
  for (const [key] of wrong) delete known[key];
  return { ...unknownMeta(), ...known };
}

function unknownMeta(): ProfileMeta {
  return unrecordedMeta({ id: '', name: '', durationNs: 0 });
}

function checkOptions(value: unknown, place: string): void {
  for (const [name, option] of Object.entries(checkRecord(value, place))) {
    checkText(name, `the name of an option in ${place}`);
    checkText(option, `${place}.${name}`);
  }
}

const TRACK = record({
  name: text(),
  kind: word(TRACK_KINDS),
  parent: wholeNumber(-1),
  pid: wholeNumber(),
  tid: wholeNumber()
});

function checkTrackCount(value: unknown): void {
  const { length } = checkList(value, 'tracks');
  if (length <= MAX_TRACKS) return;
  throw new ProfileError(`There are ${length} tracks; at most ${MAX_TRACKS} are allowed.`);
}

function checkTrack(item: unknown, row: number, place: string): void {
  TRACK.check(item, place);
  checkInteger((item as Track).parent, `${place}, parent,`, -1, row - 1);
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

const COUNTER = record({
  ...{ name: text(), category: text() },
  unit: word(COUNTER_UNITS),
  kind: word(COUNTER_KINDS),
  track: wholeNumber()
});

/** Checks one counter against the number of tracks. @throws ProfileError */
export function checkCounter(item: unknown, place: string, trackCount: number): void {
  COUNTER.check(item, place);
  const series = item as ValueOf<typeof COUNTER> & {
    readonly time: unknown;
    readonly value: unknown;
  };
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
