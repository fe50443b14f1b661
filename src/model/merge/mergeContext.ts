import type { LabelTable, Profile, Track } from '../profile/profile';
import { StringTable } from '../build/stringTable';
import type { IndexTarget } from '../../columns/tableSchema';
import { withEqualGpuNumbers } from './mergeGpus';
import { numberOfGpuTrack } from '../../facts/gpus';
import { ProfileError } from '../../schema/profileError';

/** One profile on its way into a merged one: where its rows and numbers go. */
export interface MergedPart {
  readonly profile: Profile;
  /** Nanoseconds from the merged origin to its own. */
  readonly shiftNs: number;
  /** Merged number of each of its strings, labels and tracks. */
  readonly rows: Pick<MergedRows, 'strings' | 'labels' | 'tracks'>;
}

/** For each list that tables refer to, the merged row of each row of one profile. */
export type MergedRows = Readonly<Record<IndexTarget, ArrayLike<number>>>;

/** The data that all tables of a merged profile refer to. */
export interface MergeContext {
  readonly originNs: bigint;
  readonly strings: StringTable;
  readonly labels: LabelTable;
  readonly tracks: readonly Track[];
  /** In order of their origins. */
  readonly parts: readonly MergedPart[];
}

/** Joins the strings, labels, tracks and GPUs of `ordered`, profiles in order of their origins. */
export function mergeContext(ordered: readonly Profile[]): MergeContext {
  const profiles = withEqualGpuNumbers(ordered);
  const originNs = BigInt(profiles[0].meta.originNs);
  const strings = new StringTable();
  const labels = new MergedLabels();
  const { tracks, numbers } = mergeTracks(profiles);
  const parts = profiles.map((profile, index): MergedPart => {
    const own = Uint32Array.from(profile.strings, text => strings.intern(text));
    return {
      profile,
      shiftNs: Number(BigInt(profile.meta.originNs) - originNs),
      rows: { strings: own, labels: labels.add(profile.labels, own), tracks: numbers[index] }
    };
  });
  return { originNs, strings, labels: labels.table(), tracks, parts };
}

class MergedLabels {
  readonly #name: number[] = [];
  readonly #category: number[] = [];
  readonly #rows = new Map<string, number>();

  add(labels: LabelTable, strings: Uint32Array): Uint32Array {
    return Uint32Array.from({ length: labels.length }, (_, row) =>
      this.#row(strings[labels.name[row]], strings[labels.category[row]])
    );
  }

  table(): LabelTable {
    return {
      length: this.#name.length,
      name: Uint32Array.from(this.#name),
      category: Uint32Array.from(this.#category)
    };
  }

  #row(name: number, category: number): number {
    const key = `${category} ${name}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#name.push(name);
    const row = this.#category.push(category) - 1;
    this.#rows.set(key, row);
    return row;
  }
}

/** Tracks that a profile can have: their numbers are 16-bit. */
const MAX_TRACKS = 1 << 16;

/** Tracks from which on profiles that ran at the same time share lanes, so that there is room for threads. */
const UNSHARED_TRACKS = (3 / 4) * MAX_TRACKS;

/** Lanes of one name that a thread has at least before it shares them. */
const LEAST_LANES = 64;

/** The tracks of several profiles as those of one. */
interface MergedTracks {
  readonly tracks: readonly Track[];
  /** For each profile the merged number of each of its tracks. */
  readonly numbers: readonly Uint16Array[];
}

/**
 * Joins the tracks of profiles that are ordered by origin. Rows of the same thread of the same process
 * become one. A lane is not a thread: profiles share it only if one begins after the other has ended;
 * else each has its own lane, with its own number, or where there are very many one that overlaps. GPUs
 * with the same UUID are one, whichever processes used them; their streams are those of a process.
 *
 * @throws ProfileError for more than {@link MAX_TRACKS} tracks.
 */
function mergeTracks(profiles: readonly Profile[]): MergedTracks {
  const merger = new TrackMerger();
  const numbers = profiles.map(profile => merger.add(profile));
  const { tracks } = merger;
  if (tracks.length > MAX_TRACKS) {
    throw new ProfileError(`${tracks.length} tracks: a profile can have ${MAX_TRACKS} at most`);
  }
  return { tracks, numbers: numbers.map(each => Uint16Array.from(each)) };
}

class TrackMerger {
  readonly tracks: Track[] = [];
  /** Clock value until which slices of the profiles so far may be on each track. */
  readonly #usedUntil: bigint[] = [];
  readonly #alike = new Map<string, number[]>();
  /** For each number of a thread or lane that is taken, a greater one from which on one may be free. */
  readonly #takenTids = new Map<string, number>();

  /** Adds the tracks of one profile; returns their numbers among all. */
  add({ tracks, meta }: Profile): readonly number[] {
    const from = BigInt(meta.originNs);
    const until = from + BigInt(Math.ceil(meta.durationNs));
    const numbers: number[] = [];
    const seen = new Map<readonly number[], number>();
    const uuids = new Map(meta.gpus.map(({ device, uuid }) => [device, uuid]));
    for (const track of tracks) {
      const placed = { ...track, parent: track.parent < 0 ? -1 : numbers[track.parent] };
      const uuid = track.kind === 'device' ? uuids.get(numberOfGpuTrack(track)) : undefined;
      const alike = this.#alikeTo(placed, uuid ?? '');
      // Those before are in use: by this profile, or still by an earlier one.
      let at = seen.get(alike) ?? 0;
      while (at < alike.length && !this.#mayShare(alike[at], from)) at++;
      seen.set(alike, at + 1);
      const number = at < alike.length ? alike[at] : this.#another(placed, alike, at);
      if (this.#usedUntil[number] < until) this.#usedUntil[number] = until;
      numbers.push(number);
    }
    return numbers;
  }

  #mayShare(number: number, from: bigint): boolean {
    return this.tracks[number].kind !== 'asyncLane' || this.#usedUntil[number] <= from;
  }

  /** A new track, or one in use where lanes are too many; `turn` counts on from one to the next. */
  #another(track: Track, alike: number[], turn: number): number {
    const isFull = this.tracks.length >= UNSHARED_TRACKS && alike.length >= LEAST_LANES;
    const shares = isFull && track.kind === 'asyncLane';
    return shares ? alike[turn % alike.length] : this.#append(track, alike);
  }

  #append(track: Track, alike: number[]): number {
    const tid = this.#takeTid(track);
    this.#usedUntil.push(0n);
    const number = this.tracks.push({ ...track, tid }) - 1;
    alike.push(number);
    return number;
  }

  /** The number of a track; for a lane the first from its own on that no other track of the process has. */
  #takeTid({ kind, pid, tid: own }: Track): number {
    const passed = [own];
    let tid = own;
    let next = this.#takenTids.get(`${pid} ${tid}`);
    while (kind === 'asyncLane' && next !== undefined) {
      tid = next;
      passed.push(tid);
      next = this.#takenTids.get(`${pid} ${tid}`);
    }
    for (const each of passed) this.#takenTids.set(`${pid} ${each}`, tid + 1);
    return tid;
  }

  /**
   * Numbers of the tracks so far that may be this one. Lanes go by name: they have no thread. GPUs go by
   * UUID if it is known.
   */
  #alikeTo({ name, kind, parent, pid, tid }: Track, uuid: string): number[] {
    const isThread = kind === 'process' || kind === 'thread' || kind === 'worker';
    const ofProcess = [kind, parent, pid, isThread ? tid : name];
    const key = JSON.stringify(uuid === '' ? ofProcess : [kind, uuid]);
    const known = this.#alike.get(key);
    if (known) return known;
    const created: number[] = [];
    this.#alike.set(key, created);
    return created;
  }
}
