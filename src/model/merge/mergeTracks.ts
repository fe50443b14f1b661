import type { Profile, Track } from '../profile/profile';
import { numberOfGpuTrack } from '../profile/gpuInfo';
import { ProfileError } from '../profile/profileError';

/** Tracks that a profile can have: their numbers are 16-bit. */
export const MAX_TRACKS = 1 << 16;

/** The tracks of several profiles as those of one. */
export interface MergedTracks {
  readonly tracks: readonly Track[];
  /** For each profile the merged number of each of its tracks. */
  readonly numbers: readonly Uint16Array[];
}

/**
 * Joins the tracks of profiles that are ordered by origin. Rows of the same thread of the same process
 * become one. A lane is not a thread: profiles share it only if one begins after the other has ended;
 * else each has its own lane, with its own number. GPUs with the same UUID are one, whichever processes
 * used them; their streams are those of a process.
 *
 * @throws ProfileError for more than {@link MAX_TRACKS} tracks.
 */
export function mergeTracks(profiles: readonly Profile[]): MergedTracks {
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
  private readonly usedUntil: bigint[] = [];
  private readonly alike = new Map<string, number[]>();
  private readonly takenTids = new Set<string>();

  /** Adds the tracks of one profile; returns their numbers among all. */
  add({ tracks, meta }: Profile): readonly number[] {
    const from = BigInt(meta.originNs);
    const until = from + BigInt(Math.ceil(meta.durationNs));
    const numbers: number[] = [];
    const uuids = new Map(meta.gpus.map(({ device, uuid }) => [device, uuid]));
    for (const track of tracks) {
      const placed = { ...track, parent: track.parent < 0 ? -1 : numbers[track.parent] };
      const uuid = track.kind === 'device' ? uuids.get(numberOfGpuTrack(track)) : undefined;
      const alike = this.alikeTo(placed, uuid ?? '');
      const number =
        alike.find(one => !numbers.includes(one) && this.mayShare(one, from)) ??
        this.append(placed, alike);
      if (this.usedUntil[number] < until) this.usedUntil[number] = until;
      numbers.push(number);
    }
    return numbers;
  }

  private mayShare(number: number, from: bigint): boolean {
    return this.tracks[number].kind !== 'asyncLane' || this.usedUntil[number] <= from;
  }

  private append(track: Track, alike: number[]): number {
    let { tid } = track;
    const isTaken = () => this.takenTids.has(`${track.pid} ${tid}`);
    while (track.kind === 'asyncLane' && isTaken()) tid++;
    this.takenTids.add(`${track.pid} ${tid}`);
    this.usedUntil.push(0n);
    const number = this.tracks.push({ ...track, tid }) - 1;
    alike.push(number);
    return number;
  }

  /**
   * Numbers of the tracks so far that may be this one. Lanes go by name: they have no thread. GPUs go by
   * UUID if it is known.
   */
  private alikeTo({ name, kind, parent, pid, tid }: Track, uuid: string): number[] {
    const isThread = kind === 'process' || kind === 'thread' || kind === 'worker';
    const ofProcess = [kind, parent, pid, isThread ? tid : name];
    const key = JSON.stringify(uuid === '' ? ofProcess : [kind, uuid]);
    const known = this.alike.get(key);
    if (known) return known;
    const created: number[] = [];
    this.alike.set(key, created);
    return created;
  }
}
