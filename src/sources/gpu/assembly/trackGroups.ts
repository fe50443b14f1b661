import type { Track } from '../../../model/profile/profile';
import { PROCESS_TRACK } from '../../../record/build/threadTracks';
import type { AssemblyInput } from './assemblyInput';

/** Maximum number of groups: slices of further threads and streams are left out. */
const MAX_GROUPS = 16_384;

/** Tracks at most, since an index of a track has 16 bits: beyond them the lanes of a group share one. */
const MAX_TRACKS = 48_000;

/** Slices that belong together: on one track, with overlapping ones on lanes beside it. */
export type TrackGroup = number;

/** The track of the recorded thread itself. */
export const MAIN_GROUP: TrackGroup = 0;

/** Slices that partly overlap slices of that track. */
export const BESIDE_MAIN_GROUP: TrackGroup = 1;

/** Replaces a group without a free track. */
export const NO_GROUP: TrackGroup = -1;

/** The location of a group's tracks. */
interface GroupPlace {
  readonly name: string;
  readonly kind: Track['kind'];
  /** Number of the GPU below which they are, or null for the process. */
  readonly device: number | null;
  readonly tid: number;
}

interface KnownStream {
  readonly device: number;
  readonly context: number;
  readonly group: TrackGroup;
}

const NO_STREAMS: readonly KnownStream[] = [];

/** The tracks of groups, which follow one another for each. */
export interface GroupTracks {
  readonly first: Uint16Array;
  /** As many as there are lanes, or fewer: those beyond share the last one. */
  readonly count: Uint16Array;
}

/** Assigns groups on request, and makes their tracks once their number is known. */
export class TrackGroups {
  readonly #places: GroupPlace[] = [
    { name: 'main thread', kind: 'thread', device: null, tid: 0 },
    { name: 'CUDA beside the main thread', kind: 'asyncLane', device: null, tid: 0 }
  ];
  readonly #known = new Map<string, TrackGroup>();
  /** Groups by the numbers of streams; those of different contexts may be equal. */
  readonly #streams = new Map<number, readonly KnownStream[]>();
  #lastThread = { thread: -1, group: NO_GROUP };

  constructor(
    private readonly input: Pick<
      AssemblyInput,
      'context' | 'osThread' | 'pid' | 'deviceNames' | 'deviceTracks'
    >
  ) {
    this.#places[BESIDE_MAIN_GROUP] = { ...this.#places[BESIDE_MAIN_GROUP], tid: input.pid };
  }

  get length(): number {
    return this.#places.length;
  }

  /** The group of a thread, by the operating system's number. */
  ofThread(thread: number): TrackGroup {
    if (thread === this.input.osThread) return MAIN_GROUP;
    const lastThread = this.#lastThread;
    if (lastThread.thread === thread) return lastThread.group;
    const place = { name: `thread ${thread}`, kind: 'thread', device: null, tid: thread } as const;
    const group = this.#group(`thread ${thread}`, place);
    this.#lastThread = { thread, group };
    return group;
  }

  ofStream(device: number, context: number, stream: number): TrackGroup {
    const streams = this.#streams.get(stream) ?? NO_STREAMS;
    for (const known of streams) {
      if (known.device === device && known.context === context) return known.group;
    }
    const place = { name: `stream ${stream}`, kind: 'cudaStream', device, tid: stream } as const;
    const group = this.#group(`stream ${device} ${context} ${stream}`, place);
    this.#streams.set(stream, [...streams, { device, context, group }]);
    return group;
  }

  /** The group of slices that belong to the whole process. */
  ofProcess(name: string): TrackGroup {
    return this.#group(name, { name, kind: 'asyncLane', device: null, tid: this.input.pid });
  }

  /** True if the slices in a group ran on one thread of the host. */
  isThread(group: TrackGroup): boolean {
    return group === BESIDE_MAIN_GROUP || this.#places[group].kind === 'thread';
  }

  /** Adds the tracks of all groups, which have so many lanes. */
  addTracks(lanes: Uint16Array): GroupTracks {
    const first = new Uint16Array(this.#places.length);
    const count = new Uint16Array(this.#places.length);
    let left = MAX_TRACKS - this.#places.length;
    first[MAIN_GROUP] = this.input.context.mainTrack;
    count[MAIN_GROUP] = 1;
    for (const group of this.#inOrder()) {
      const { device } = this.#places[group];
      if (lanes[group] === 0) continue;
      const parent = device === null ? PROCESS_TRACK : this.#deviceTrack(device);
      count[group] = Math.min(lanes[group], 1 + left);
      left -= count[group] - 1;
      first[group] = this.#addLanes(group, count[group], parent);
    }
    return { first, count };
  }

  #addLanes(group: TrackGroup, lanes: number, parent: number): number {
    const place = this.#places[group];
    const first = this.#addTrack(place, parent);
    for (let lane = 1; lane < lanes; lane++) {
      this.#addTrack({ ...place, name: `${place.name} (${lane + 1})` }, parent);
    }
    return first;
  }

  /** All but the main one: those of the process first, then streams by device and number. */
  #inOrder(): TrackGroup[] {
    const places = this.#places;
    const groups = [...places.keys()].slice(BESIDE_MAIN_GROUP);
    const deviceOf = (group: TrackGroup): number => places[group].device ?? -1;
    const tidOf = (group: TrackGroup): number => (deviceOf(group) < 0 ? 0 : places[group].tid);
    return groups.sort((a, b) => deviceOf(a) - deviceOf(b) || tidOf(a) - tidOf(b) || a - b);
  }

  #deviceTrack(device: number): number {
    const { context, deviceTracks, deviceNames } = this.input;
    return deviceTracks.trackOf(context, { device, name: deviceNames.get(device) ?? '' });
  }

  #addTrack(track: Pick<Track, 'name' | 'kind' | 'tid'>, parent: number): number {
    const { name, kind, tid } = track;
    return this.input.context.addTrack({ name, kind, parent, pid: this.input.pid, tid });
  }

  #group(key: string, place: GroupPlace): TrackGroup {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#places.length >= MAX_GROUPS) return NO_GROUP;
    const group = this.#places.push(place) - 1;
    this.#known.set(key, group);
    return group;
  }
}
