import { ProfileBuilder } from '../build/profileBuilder';
import { CELL_CATEGORY } from '../profile/categories';
import type { Profile, ProfileMeta } from '../profile/profile';
import { SOURCE_TEXT_LIMITS, type SourceText } from '../profile/sourceText';
import { withoutFacts } from './mergeMeta';
import { mergeProfiles } from './mergeProfiles';

/**
 * The profiles of the cells of a notebook as one, in the order in which they ran: each begins where
 * the one before ends, since the time between two cells is nobody's work. Each cell has a slice around
 * all that it did, and brings its source.
 *
 * @throws ProfileError as {@link mergeProfiles} does.
 */
export function mergeCells(
  profiles: readonly Profile[],
  whole: Pick<ProfileMeta, 'id' | 'name'>
): Profile {
  const parts = oneAfterTheOther(profiles).flatMap(profile => [cellSlice(profile), profile]);
  const merged = mergeProfiles(parts);
  return { ...merged, meta: { ...merged.meta, ...whole, cell: null } };
}

/**
 * The profiles of the repetitions of a program as one, in their order. Each is of a process of its own, and
 * begins where the one before ends: what lies between two belongs to none, and shares are of all of them.
 *
 * @throws ProfileError as {@link mergeProfiles} does.
 */
export function mergeRepetitions(profiles: readonly Profile[]): Profile {
  return mergeProfiles(oneAfterTheOther(profiles));
}

function oneAfterTheOther(profiles: readonly Profile[]): Profile[] {
  const ordered = [...profiles].sort((a, b) => a.meta.startedAtMs - b.meta.startedAtMs);
  let originNs = BigInt(ordered[0]?.meta.originNs ?? 0);
  return ordered.map(profile => {
    const meta = { ...profile.meta, originNs: originNs.toString() };
    originNs += BigInt(Math.ceil(lengthNs(profile)));
    return { ...profile, meta };
  });
}

/** From the origin to the end of the window, or of the last slice. */
function lengthNs({ meta, slices }: Profile): number {
  let length = meta.durationNs;
  for (let row = 0; row < slices.length; row++) {
    length = Math.max(length, slices.start[row] + slices.duration[row]);
  }
  return length;
}

/** A profile of nothing but the slice of the cell, on the thread that ran it. */
function cellSlice(profile: Profile): Profile {
  const meta = withoutFacts(profile.meta);
  const builder = new ProfileBuilder();
  const thread = Math.max(
    0,
    profile.tracks.findIndex(({ kind }) => kind === 'thread')
  );
  for (const track of profile.tracks.slice(0, thread + 1)) builder.addTrack(track);
  if (profile.tracks.length > 0) {
    const slice = { name: cellName(meta), category: CELL_CATEGORY, track: thread };
    builder.addSlice({ ...slice, start: 0, duration: lengthNs(profile) });
  }
  const dropped = { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 };
  return builder.build(
    { ...meta, cpuTimeNs: 0, overheadNs: 0, dropped },
    { sourceTexts: sourceOf(meta) }
  );
}

function cellName({ cell, id, name }: ProfileMeta): string {
  if (cell === null) return name;
  return name === id ? cell.file : `${cell.file} ${name}`;
}

function sourceOf({ cell }: ProfileMeta): SourceText[] {
  if (cell === null) return [];
  const text = cell.source.slice(0, SOURCE_TEXT_LIMITS.text);
  return [{ file: cell.file, text, isClipped: text.length < cell.source.length }];
}
