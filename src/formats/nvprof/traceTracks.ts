import type { Track } from '../../model/profile/profile';
import type { ProfileBuilder } from '../../model/build/profileBuilder';
import {
  type CudaTrace,
  type GpuWork,
  type TracePlace,
  GpuTraceError,
  placeKey
} from './cudaTrace';

/** Threads, lanes and streams that a profile can hold. */
const MAX_TRACKS = 60_000;
/** Numbers of lanes, which are not threads, are above those of threads. */
const FIRST_LANE = 2 ** 32;
/** Identifiers of Nsight Systems have the machine above the 24 bits of the process. */
const PROCESS_MASK = 0xffffff;

/** Creates the tracks of a trace on request. @throws GpuTraceError for too many. */
export class TraceTracks {
  readonly #known = new Map<string, number>();
  readonly #parents = new Map<number, Partial<Track>>();
  /** The thread of all API calls, when it is one: ranges of which nothing is known are its. */
  readonly #onlyThread: TracePlace | null;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly trace: CudaTrace
  ) {
    const [first = null] = trace.calls;
    const key = first && placeKey(first.process, first.thread);
    const isOnly = trace.calls.every(call => placeKey(call.process, call.thread) === key);
    this.#onlyThread = isOnly ? first : null;
  }

  /** The track of a thread, or that of what belongs to no single one. */
  ofPlace(place: TracePlace): number {
    const isUnknown = place.process === null && place.thread === null;
    return this.#ofKnownPlace(isUnknown && this.#onlyThread ? this.#onlyThread : place);
  }

  #ofKnownPlace({ process, thread }: TracePlace): number {
    const key = placeKey(process, thread);
    return this.#track(`place ${key}`, () => {
      const within = { parent: this.#ofProcess(process), pid: pidOf(process), tid: thread ?? 0 };
      const unnamed = thread === null ? 'ranges of the process' : `thread ${thread}`;
      const name = this.trace.threadNames.get(key) ?? unnamed;
      const track = this.builder.addTrack({ ...within, name, kind: 'thread' });
      this.#parents.set(track, within);
      return track;
    });
  }

  /** A lane for what overlaps the slices of `track` only in part. */
  laneBeside(track: number, lane: number): number {
    return this.#track(`lane ${track} ${lane}`, () =>
      this.builder.addTrack({
        ...this.#parents.get(track),
        name: `overlapping ${lane}`,
        kind: 'asyncLane',
        tid: FIRST_LANE + this.#known.size
      })
    );
  }

  /** The track of a stream, below that of its GPU. */
  ofStream({ process, device, context, stream }: GpuWork): number {
    return this.#track(`stream ${process ?? ''} ${device} ${context} ${stream}`, () => {
      const parent = this.#ofDevice(process, device);
      const pid = pidOf(process);
      const name = `stream ${stream}`;
      return this.builder.addTrack({ name, kind: 'cudaStream', parent, pid, tid: stream });
    });
  }

  #ofDevice(process: number | null, device: number): number {
    return this.#track(`device ${process ?? ''} ${device}`, () => {
      const model = this.trace.deviceNames.get(device);
      const name = model === undefined ? `GPU ${device}` : `GPU ${device} (${model})`;
      return this.builder.addTrack({ name, kind: 'device', pid: pidOf(process), tid: device });
    });
  }

  #ofProcess(process: number | null): number {
    return this.#track(`process ${process ?? ''}`, () => {
      const pid = pidOf(process);
      const name = process === null ? 'process' : `process ${pid}`;
      return this.builder.addTrack({ name, kind: 'process', pid, tid: 0 });
    });
  }

  #track(key: string, add: () => number): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_TRACKS) {
      throw new GpuTraceError(`it has more than ${MAX_TRACKS} threads and streams`);
    }
    const track = add();
    this.#known.set(key, track);
    return track;
  }
}

/** The operating system's number of a process; 0 if unknown. */
export function pidOf(process: number | null): number {
  return process === null ? 0 : process % (PROCESS_MASK + 1);
}
