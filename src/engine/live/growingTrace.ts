import { CHROME_TRACE_END, encodeChromePart } from '../../formats/chrome/write';
import type { Profile, CounterSeries, Track } from '../../model/profile/profile';
import { TakenSlices } from '../../record/mirror/seenRecords';
import { extendFileAtomically, WrittenFile } from '../results/atomicWrite';
import { writeEncoded } from '../results/exportProfile';
import type { OutputFile } from '../../formats/shared/format';
import { instantsFrom } from '../../analysis/slices/window';

/** Made where it is needed: the thread beside a program needs no writer of Chrome's format for other files. */
const documentEnd = (): Uint8Array => new TextEncoder().encode(CHROME_TRACE_END);

/**
 * A Chrome JSON file that grows: its content is not encoded again. It is one document at every moment.
 * Not to be used again once writing has failed, or if the file was written by someone else.
 */
export class GrowingTrace {
  /** The slices that the file has. */
  readonly taken = new TakenSlices();
  readonly #rows = new NewRows();
  readonly #lanes = new LateLanes();
  #untilNs = 0;
  /** Bytes of the document without its end. */
  #length = 0;
  readonly #written: WrittenFile;

  constructor(private readonly output: OutputFile) {
    this.#written = new WrittenFile(output.path);
  }

  /** False when the file is another than the one written here last. */
  get isCurrent(): boolean {
    return this.#written.isCurrent;
  }

  /** Bytes to add for a profile whose slices are new; none when nothing is. */
  encode(profile: Profile): Uint8Array {
    const since = this.#untilNs;
    this.#untilNs = profile.meta.durationNs;
    const lanes = this.#lanes.place(this.#rows.of(profile), since);
    return encodeChromePart({ ...lanes, isFirst: this.#length === 0 });
  }

  /**
   * Adds the result of {@link encode} to the file; the first time it replaces an existing file.
   *
   * @param leastBytes the minimum length of the file
   * @throws OutputFileError for a path that cannot be written.
   */
  write(part: Uint8Array, leastBytes: number): void {
    const end = documentEnd();
    const bytes = new Uint8Array(part.length + end.length);
    bytes.set(part);
    bytes.set(end, part.length);
    if (this.#length === 0) writeEncoded(bytes, this.output, leastBytes);
    else extendFileAtomically(this.output.path, this.#length, bytes);
    this.#length += part.length;
    this.#written.note();
  }
}

/** Leaves out of profiles that grow the values and moments that an earlier one had. */
class NewRows {
  readonly #values = new Map<string, number>();
  #instants = 0;

  /** `profile` with its values and moments that are new; its slices are new already. */
  of(profile: Profile): Profile {
    const counters = profile.counters.map(series => this.#newValues(series));
    const instants = instantsFrom(profile.instants, this.#instants);
    this.#instants = profile.instants.length;
    return { ...profile, counters, instants };
  }

  #newValues(series: CounterSeries): CounterSeries {
    const { name, category, time, value } = series;
    const key = JSON.stringify([category, name]);
    const from = this.#values.get(key) ?? 0;
    this.#values.set(key, time.length);
    return { ...series, time: time.subarray(from), value: value.subarray(from) };
  }
}

/** The positions of a track's slices, from part to part of a trace. */
interface StableLanes {
  readonly profile: Profile;
  /** A number for each track with asynchronous slices: the same lane has the same in all parts. */
  readonly laneId: (track: number) => number;
}

/**
 * Lanes for a trace that is written part by part. Slices that began after the previous part was made
 * overlap nothing in it: they stay on their lanes. Those that began earlier get separate lanes, which
 * are reused as soon as they are free.
 */
class LateLanes {
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
