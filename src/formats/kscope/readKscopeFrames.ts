import type { Steps } from '../../base/steps';
import type { Profile, SourceReport } from '../../model/profile/profile';
import { ProfileError } from '../../schema/schema';
import { TABLE_NAMES, type TableName } from '../../columns/tableSchema';
import {
  PROFILE_PATH,
  type StoredParts,
  upgrade,
  upgradeSteps
} from '../../model/validate/upgrade';
import { type LostPart, salvageSteps } from '../../model/validate/validate';
import { MAX_TRACKS } from '../../model/validate/validateParts';
import { type OverviewDensity, decodeDensity } from './kscopeDensity';
import { KscopeError } from './kscopeContainer';
import { decodeJson, FRAME_TYPES, STRINGS_PER_FRAME } from './kscopeFrames';
import { decodeCounters, decodeTable } from './kscopeParts';
import type { ColumnRoom } from './kscopeRows';

/** A frame with its content decompressed. */
export interface RawFrame {
  readonly type: number;
  readonly content: Uint8Array;
}

/** The content of a file. */
export interface KscopeContent {
  readonly profile: Profile;
  /** The last of the profile's sources: one for each part of the file that is left out as damaged; absent without any. */
  readonly losses?: readonly SourceReport[];
  /** The density of tracks with all their slices, if the profile has only some of them; else null. */
  readonly density: OverviewDensity | null;
  /** True if the file is intact and ends with a footer. */
  readonly isComplete: boolean;
}

interface FrameOptions {
  /** False if they are followed by bytes that are not an intact frame. */
  readonly isIntact: boolean;
  readonly room: ColumnRoom;
}

/**
 * Joins intact frames into a valid profile, one frame or column per step, without the parts that are
 * damaged. It is marked truncated unless the file is complete.
 *
 * @throws KscopeError if the first frame is not the header, the version is unknown, or nothing that
 *   was recorded is valid.
 */
export function* contentOfFrames(
  frames: readonly RawFrame[],
  { isIntact, room }: FrameOptions
): Steps<KscopeContent> {
  const header = readHeader(frames[0]);
  if (isRecording(frames)) throw new KscopeError(RECORDING_TEXT);
  const isComplete = isIntact && frames[frames.length - 1].type === FRAME_TYPES.footer;
  try {
    upgradeSteps(header.profileVersion, PROFILE_PATH);
    const lost: LostPart[] = [];
    const stored = yield* storedProfile(header, frames, { room, lost });
    const { profile, losses } = yield* salvageSteps(upgrade(stored, PROFILE_PATH), lost);
    const density = yield* densityOf(frames, profile, room);
    const shown = isComplete ? profile : asTruncated(profile);
    return { profile: shown, density, isComplete, ...(losses.length > 0 && { losses }) };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new KscopeError(`The .kscope file cannot be read: ${error.message}`, { cause: error });
  }
}

function* densityOf(
  frames: readonly RawFrame[],
  { tracks }: Profile,
  room: ColumnRoom
): Steps<OverviewDensity | null> {
  const last = contentsOf(frames, FRAME_TYPES.density).at(-1);
  if (!last) return null;
  return (yield* decodedOrLost('density', decodeDensity(last, tracks.length, room), [])) ?? null;
}

export function contentsOf(frames: readonly RawFrame[], type: number): readonly Uint8Array[] {
  return frames.filter(frame => frame.type === type).map(({ content }) => content);
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
      'The header of the .kscope file is damaged or missing; nothing can be recovered from it.'
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

type ListName = 'strings' | 'tracks' | 'sources' | 'sourceTexts';

/** The memory that columns may take, and the parts that could not be decoded. */
interface Decoding {
  readonly room: ColumnRoom;
  readonly lost: LostPart[];
}

function* storedProfile(
  header: KscopeHeader,
  frames: readonly RawFrame[],
  { room, lost }: Decoding
): Steps<StoredParts> {
  const of = (name: keyof typeof FRAME_TYPES): readonly Uint8Array[] =>
    contentsOf(frames, FRAME_TYPES[name]);
  const listsOf = (name: ListName): unknown[] =>
    of(name).flatMap(content =>
      orLost(name, () => list(decodeJson(content, name), name), {
        instead: name === 'strings' ? UNREADABLE_STRINGS : [],
        lost
      })
    );
  const meta = of('meta').reduce<unknown>(
    (instead, content) => orLost('meta', () => decodeJson(content, 'meta'), { instead, lost }),
    header.meta
  );
  const tables: Partial<Record<TableName, unknown>> = {};
  for (const name of TABLE_NAMES) {
    tables[name] = yield* decodedOrLost(name, decodeTable(name, of(name), room), lost);
  }
  const strings = listsOf('strings');
  const lostCounter = (message: string): void => void lost.push({ part: 'counters', message });
  return {
    ...tables,
    version: header.profileVersion,
    meta,
    strings: strings.length > 0 ? strings : [''],
    tracks: listsOf('tracks'),
    sources: listsOf('sources'),
    sourceTexts: listsOf('sourceTexts'),
    counters: yield* decodeCounters(of('counter'), room, lostCounter)
  };
}

/** In place of a frame of strings, so that later ones keep their rows: all but the last have as many. */
const UNREADABLE_STRINGS = new Array<string>(STRINGS_PER_FRAME).fill('');

function orLost<T>(
  part: string,
  decode: () => T,
  { instead, lost }: { readonly instead: T; readonly lost: LostPart[] }
): T {
  try {
    return decode();
  } catch (error) {
    lost.push({ part, message: messageOfDamage(error) });
    return instead;
  }
}

/** What `steps` decode, or nothing where the part is damaged. */
function* decodedOrLost<T>(part: string, steps: Steps<T>, lost: LostPart[]): Steps<T | undefined> {
  try {
    return yield* steps;
  } catch (error) {
    lost.push({ part, message: messageOfDamage(error) });
    return undefined;
  }
}

/** @throws `error` itself if it does not tell of a damaged file */
function messageOfDamage(error: unknown): string {
  if (error instanceof KscopeError || error instanceof ProfileError) return error.message;
  throw error;
}

/** The maximum number of entries that a writer puts into one frame, by the frame's name. */
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
