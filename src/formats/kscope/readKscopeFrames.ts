import type { Steps } from '../../base/steps';
import type { CounterSeries, Profile } from '../../model/profile/profile';
import { ProfileError } from '../../model/profile/profileError';
import type { TableName } from '../../model/profile/tableSchema';
import { TABLE_NAMES } from '../../model/profile/tableSchema';
import type { StoredProfile } from '../../model/upgrade/upgrade';
import { upgradeProfile, upgradeSteps } from '../../model/upgrade/upgrade';
import { validationSteps } from '../../model/validate/validate';
import { MAX_TRACKS } from '../../model/validate/validateParts';
import type { CounterPart, DecodedRows } from './kscopeFrames';
import {
  decodeCounter,
  decodeJson,
  decodeRows,
  FRAME_TYPES,
  joinRows,
  STRINGS_PER_FRAME
} from './kscopeFrames';
import { KscopeError } from './kscopeError';

/** A frame with its content decompressed. */
export interface RawFrame {
  readonly type: number;
  readonly content: Uint8Array;
}

/**
 * Joins intact frames into a valid profile, one frame or column per step. It is marked truncated
 * unless the file is intact and ends with a footer.
 *
 * @throws KscopeError if the first frame is not the header, the version is unknown, or the
 *   content is not valid.
 */
export function* profileOfFrames(frames: readonly RawFrame[], isIntact: boolean): Steps<Profile> {
  const header = readHeader(frames[0]);
  if (isRecording(frames)) throw new KscopeError(RECORDING_TEXT);
  const isComplete = isIntact && frames[frames.length - 1].type === FRAME_TYPES.footer;
  try {
    upgradeSteps(header.profileVersion);
    const stored = yield* storedProfile(header, frames);
    const profile = yield* validationSteps(upgradeProfile(stored));
    return isComplete ? profile : asTruncated(profile);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new KscopeError(`The .kscope file cannot be read: ${error.message}`, { cause: error });
  }
}

const RECORDING_TEXT =
  'The .kscope file is of a recording that had not ended. ' +
  'Make a profile of it: kernelscope convert FILE.kscope PROFILE.kscope';

/** True if a file holds a recording that had not ended, of which a profile has yet to be built. */
export function isRecording(frames: readonly { readonly type: number }[]): boolean {
  return frames.length > 1 && frames[1].type === FRAME_TYPES.recording;
}

/** The first facts in a file. */
export interface KscopeHeader {
  readonly profileVersion: number;
  /** Not yet validated. */
  readonly meta: unknown;
}

/** The header of a file. @throws KscopeError if `frame` is not a header. */
export function readHeader(frame: RawFrame | undefined): KscopeHeader {
  if (frame?.type !== FRAME_TYPES.header) {
    throw new KscopeError(
      'The header of the .kscope file is damaged or missing; nothing of it can be recovered.'
    );
  }
  const header = decodeJson(frame.content, 'header') as Partial<KscopeHeader> | null;
  if (!Number.isSafeInteger(header?.profileVersion)) {
    throw new KscopeError('The header of the .kscope file states no profile version.');
  }
  return header as KscopeHeader;
}

/** The header was written when the recording began, so the end is taken from the records. */
function asTruncated(profile: Profile): Profile {
  const { meta, slices, instants, allocations, samples, counters } = profile;
  let lastNs = meta.durationNs;
  for (let row = 0; row < slices.length; row++) {
    lastNs = Math.max(lastNs, slices.start[row] + slices.duration[row]);
  }
  for (const { time } of [instants, allocations, samples, ...counters]) {
    if (time.length > 0) lastNs = Math.max(lastNs, time[time.length - 1]);
  }
  return { ...profile, meta: { ...meta, truncated: true, durationNs: lastNs } };
}

function* storedProfile(header: KscopeHeader, frames: readonly RawFrame[]): Steps<StoredProfile> {
  const of = (type: number): readonly Uint8Array[] =>
    frames.filter(frame => frame.type === type).map(frame => frame.content);
  const lists = (name: 'strings' | 'tracks' | 'sources' | 'sourceTexts'): unknown[] =>
    of(FRAME_TYPES[name]).flatMap(content => list(decodeJson(content, name), name));
  const meta = of(FRAME_TYPES.meta).reduce<unknown>(
    (_, content) => decodeJson(content, 'meta'),
    header.meta
  );
  const strings = lists('strings');
  return {
    ...(yield* tables(of, header.profileVersion)),
    version: header.profileVersion,
    meta,
    strings: strings.length > 0 ? strings : [''],
    tracks: lists('tracks'),
    sources: lists('sources'),
    sourceTexts: lists('sourceTexts'),
    counters: joinCounters(of(FRAME_TYPES.counter).map(decodeCounter))
  };
}

function* tables(
  of: (type: number) => readonly Uint8Array[],
  version: number
): Steps<Record<string, unknown>> {
  const tables: Partial<Record<TableName, unknown>> = {};
  for (const name of TABLE_NAMES) {
    const parts: DecodedRows[] = [];
    for (const content of of(FRAME_TYPES[name])) {
      parts.push(decodeRows(name, content, version));
      yield null;
    }
    tables[name] = yield* joinRows(name, parts, version);
  }
  return tables;
}

/** The parts of each counter put together, in order of their first parts. */
export function joinCounters(parts: readonly CounterPart[]): CounterSeries[] {
  const bySeries = new Map<number, CounterPart[]>();
  for (const part of parts) {
    const known = bySeries.get(part.series);
    if (known) known.push(part);
    else bySeries.set(part.series, [part]);
  }
  return [...bySeries.values()].map(([{ series: _, ...head }, ...rest]) => ({
    ...head,
    time: joinColumns([head.time, ...rest.map(part => part.time)]),
    value: joinColumns([head.value, ...rest.map(part => part.value)])
  }));
}

function joinColumns(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let row = 0;
  for (const part of parts) {
    whole.set(part, row);
    row += part.length;
  }
  return whole;
}

/** Entries of one frame by its name, where a writer never has more. */
const MOST_ENTRIES: Readonly<Record<string, number>> = {
  strings: STRINGS_PER_FRAME,
  tracks: MAX_TRACKS
};

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new KscopeError(`The ${name} frame of the .kscope file does not hold a list.`);
  }
  const most = MOST_ENTRIES[name] ?? Infinity;
  if (value.length <= most) return value;
  throw new KscopeError(
    `A ${name} frame of the .kscope file has ${value.length} entries; at most ${most} are allowed.`
  );
}
