import type { Profile, Track } from '../../model/profile/profile';
import { IntervalUnion, type Intervals, lengthOf } from '../slices/intervals';
import { type GpuWork, WorkKind, gpuWork } from './gpuWork';

/** When a device worked, within the recorded window. */
export interface BusyTimes {
  readonly all: Intervals;
  /** Kernels and whole graphs. */
  readonly kernels: Intervals;
  readonly copies: Intervals;
  /** Each stream of each process. */
  readonly streams: readonly StreamTimes[];
}

/** When a stream worked; it may have several tracks. */
interface StreamTimes {
  /** The first of its tracks. */
  readonly track: number;
  readonly busy: Intervals;
  readonly works: number;
}

// hot
/** When each of the devices of `work` worked, in their order. */
export function busyTimes(profile: Profile, work: GpuWork): readonly BusyTimes[] {
  const { slices, meta } = profile;
  const devices = work.devices.map(() => new GrowingTimes());
  for (const row of work.rows) {
    const from = Math.max(0, slices.start[row]);
    const to = Math.min(meta.durationNs, slices.start[row] + slices.duration[row]);
    const track = slices.track[row];
    const times = devices[work.deviceOfTrack[track]];
    const kind = work.kindOfLabel[slices.label[row]];
    times.all.add(from, to);
    if (kind === WorkKind.copy) times.copies.add(from, to);
    else if (kind !== WorkKind.fill) times.kernels.add(from, to);
    times.ofStream(track, profile.tracks[track]).add(from, to);
  }
  return devices.map(times => times.finish());
}

class GrowingTimes {
  readonly all = new IntervalUnion();
  readonly kernels = new IntervalUnion();
  readonly copies = new IntervalUnion();
  readonly #streams = new Map<string, GrowingStream>();
  readonly #byTrack: (GrowingStream | undefined)[] = [];

  ofStream(track: number, { pid, tid }: Track): GrowingStream {
    const known = this.#byTrack[track];
    if (known) return known;
    const stream = `${pid} ${tid}`;
    const times = this.#streams.get(stream) ?? new GrowingStream(track);
    this.#streams.set(stream, times);
    this.#byTrack[track] = times;
    return times;
  }

  finish(): BusyTimes {
    return {
      all: this.all.toIntervals(),
      kernels: this.kernels.toIntervals(),
      copies: this.copies.toIntervals(),
      streams: Array.from(this.#streams.values(), times => times.finish())
    };
  }
}

class GrowingStream {
  readonly #union = new IntervalUnion();
  #works = 0;

  constructor(private readonly track: number) {}

  add(from: number, to: number): void {
    this.#union.add(from, to);
    this.#works++;
  }

  finish(): StreamTimes {
    return { track: this.track, busy: this.#union.toIntervals(), works: this.#works };
  }
}

/** Busy time of GPUs in nanoseconds, the mean over those that worked; null if none did. */
export function gpuBusyNs(profile: Profile): number | null {
  const work = gpuWork(profile);
  if (work.rows.length === 0) return null;
  const lengths = busyTimes(profile, work).map(({ all }) => lengthOf(all));
  return lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
}
