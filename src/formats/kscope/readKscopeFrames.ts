import type { Steps } from '../../base/steps';
import type { Profile } from '../../model/profile/profile';
import { ProfileError } from '../../model/profile/profileError';
import type { TableName } from '../../model/profile/tableSchema';
import { TABLE_NAMES } from '../../model/profile/tableSchema';
import { PROFILE_PATH } from '../../model/upgrade/paths';
import type { StoredParts } from '../../model/upgrade/upgrade';
import { upgrade, upgradeSteps } from '../../model/upgrade/upgrade';
import { validationSteps } from '../../model/validate/validate';
import { MAX_TRACKS } from '../../model/validate/validateParts';
import type { OverviewDensity } from './kscopeDensity';
import { decodeDensity } from './kscopeDensity';
import { KscopeError } from './kscopeError';
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
  /** The density of tracks with all their slices, if the profile has only some of them; else null. */
  readonly density: OverviewDensity | null;
  /** True if the file is intact and ends with a footer. */
  readonly isComplete: boolean;
}

/** The options of {@link contentOfFrames}. */
interface FrameOptions {
  /** False if they are followed by bytes that are not an intact frame. */
  readonly isIntact: boolean;
  readonly room: ColumnRoom;
}

/**
 * Joins intact frames into a valid profile, one frame or column per step. It is marked truncated
 * unless the file is complete.
 *
 * @throws KscopeError if the first frame is not the header, the version is unknown, or the
 *   content is too large or not valid.
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
    const stored = yield* storedProfile(header, frames, room);
    const profile = yield* validationSteps(upgrade(stored, PROFILE_PATH));
    const density = yield* densityOf(frames, profile, room);
    return { profile: isComplete ? profile : asTruncated(profile), density, isComplete };
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
  return last ? yield* decodeDensity(last, tracks.length, room) : null;
}

/** The contents of the frames of one type. */
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

function* storedProfile(
  header: KscopeHeader,
  frames: readonly RawFrame[],
  room: ColumnRoom
): Steps<StoredParts> {
  const lists = (name: 'strings' | 'tracks' | 'sources' | 'sourceTexts'): unknown[] =>
    contentsOf(frames, FRAME_TYPES[name]).flatMap(content => list(decodeJson(content, name), name));
  const meta = contentsOf(frames, FRAME_TYPES.meta).reduce<unknown>(
    (_, content) => decodeJson(content, 'meta'),
    header.meta
  );
  const tables: Partial<Record<TableName, unknown>> = {};
  for (const name of TABLE_NAMES) {
    tables[name] = yield* decodeTable(name, contentsOf(frames, FRAME_TYPES[name]), room);
  }
  const strings = lists('strings');
  return {
    ...tables,
    version: header.profileVersion,
    meta,
    strings: strings.length > 0 ? strings : [''],
    tracks: lists('tracks'),
    sources: lists('sources'),
    sourceTexts: lists('sourceTexts'),
    counters: yield* decodeCounters(contentsOf(frames, FRAME_TYPES.counter), room)
  };
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
