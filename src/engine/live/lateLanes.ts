import type { Profile, Track } from '../../model/profile/profile';

/** The positions of a track's slices, from part to part of a trace. */
export interface StableLanes {
  readonly profile: Profile;
  /** A number for each track with asynchronous slices: the same lane has the same in all parts. */
  readonly laneId: (track: number) => number;
}

/**
 * Lanes for a trace that is written part by part. Slices that began after the previous part was made
 * overlap nothing in it: they stay on their lanes. Those that began earlier get separate lanes, which
 * are reused as soon as they are free.
 */
export class LateLanes {
  /** For each lane the end of its last slice, nanoseconds. */
  readonly #ends: number[] = [];
  /** The number of each lane by its key, from 1. */
  readonly #ids = new Map<string, number>();

  /** @param sinceNs when the part before was made, nanoseconds from the origin */
  place(profile: Profile, sinceNs: number): StableLanes {
    const { slices } = profile;
    const tracks = [...profile.tracks];
    const track = slices.track.slice();
    const keys = keysOf(tracks);
    const trackOfLane = new Map<number, number>();
    for (let row = 0; row < slices.length; row++) {
      if (slices.start[row] >= sinceNs || tracks[track[row]].kind !== 'asyncLane') continue;
      const lane = this.#takeLane(slices.start[row], slices.start[row] + slices.duration[row]);
      const known = trackOfLane.get(lane);
      const target = known ?? tracks.push(tracks[track[row]]) - 1;
      trackOfLane.set(lane, target);
      keys[target] = `late ${lane}`;
      track[row] = target;
    }
    const placed = { ...profile, tracks, slices: { ...slices, track } };
    return { profile: placed, laneId: index => this.#idOf(keys[index]) };
  }

  #idOf(key: string): number {
    const known = this.#ids.get(key) ?? this.#ids.size + 1;
    this.#ids.set(key, known);
    return known;
  }

  #takeLane(start: number, end: number): number {
    const free = this.#ends.findIndex(each => each <= start);
    const lane = free < 0 ? this.#ends.length : free;
    this.#ends[lane] = end;
    return lane;
  }
}

/** A text for each track that is the same in each part: its name, and the number among those of that name. */
function keysOf(tracks: readonly Track[]): string[] {
  const seen = new Map<string, number>();
  return tracks.map(({ name }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `track ${count} ${name}`;
  });
}
