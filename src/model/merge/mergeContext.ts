import {
  type LabelTable,
  type Profile,
  type Track,
  type AllocationTable,
  ArgKind,
  type ArgTable,
  type CounterSeries
} from '../profile/profile';
import { StringTable } from '../build/stringTable';
import type { IndexTarget } from '../../columns/tableSchema';
import { numberOfGpuTrack } from '../../facts/gpus';
import { ProfileError } from '../../schema/schema';
import { DEVICE_ARG, FROM_DEVICE_ARG, TO_DEVICE_ARG } from '../profile/argKeys';
import { DEVICE_STORAGE_CATEGORY, POOL_MEMORY_CATEGORY } from '../profile/categories';

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

/**
 * Gives each UUID one number. Each process counts the GPUs that it sees from 0, so numbers of several
 * processes may be of one GPU, and one number of several. A GPU keeps its number in the first profile
 * that has it, or has the next free one if another GPU has that. GPUs without a UUID keep their numbers.
 */
function withEqualGpuNumbers(profiles: readonly Profile[]): readonly Profile[] {
  const numbers = new MergedNumbers(profiles);
  return profiles.map(profile => renumberGpus(profile, numbers.ofProfile(profile)));
}

class MergedNumbers {
  readonly #ofUuid = new Map<string, number>();
  readonly #taken = new Set<number>();
  /** Numbers of GPUs whose UUID is not known, which no other GPU is given. */
  readonly #unknown: ReadonlySet<number>;

  constructor(profiles: readonly Profile[]) {
    this.#unknown = new Set(profiles.flatMap(unknownNumbers));
  }

  /** The merged number of each GPU of a profile with a UUID, by its own number. */
  ofProfile({ meta }: Profile): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    for (const { device, uuid } of meta.gpus) {
      if (uuid && !numbers.has(device)) numbers.set(device, this.#numberOf(uuid, device));
    }
    return numbers;
  }

  #numberOf(uuid: string, device: number): number {
    const known = this.#ofUuid.get(uuid);
    if (known !== undefined) return known;
    const number = this.#taken.has(device) ? this.#free() : device;
    this.#ofUuid.set(uuid, number);
    this.#taken.add(number);
    return number;
  }

  #free(): number {
    let number = 0;
    while (this.#taken.has(number) || this.#unknown.has(number)) number++;
    return number;
  }
}

function unknownNumbers({ meta, tracks }: Profile): number[] {
  const known = new Set(meta.gpus.filter(({ uuid }) => uuid).map(({ device }) => device));
  const numbers = tracks.filter(({ kind }) => kind === 'device').map(numberOfGpuTrack);
  return [...numbers, ...meta.gpus.map(({ device }) => device)].filter(each => !known.has(each));
}

/** New numbers of GPUs by their numbers so far; others keep theirs. */
type Numbers = ReadonlyMap<number, number>;

/** Arguments of GPU work that are numbers of GPUs. */
const DEVICE_ARGS: readonly string[] = [DEVICE_ARG, FROM_DEVICE_ARG, TO_DEVICE_ARG];

/** Categories of the counters of memory, whose names end in the GPU that they are of. */
const MEMORY_CATEGORIES: readonly string[] = [DEVICE_STORAGE_CATEGORY, POOL_MEMORY_CATEGORY];

/** GPUs as counters and allocations name them. */
const GPU_TEXT = /(?<=^|: )gpu\/(\d{1,6})$/;

/**
 * The profile with other numbers for its GPUs: in their descriptions and tracks, in the arguments of
 * their work, and in the names of their memory. Linear in the arguments and allocations.
 */
function renumberGpus(profile: Profile, numbers: Numbers): Profile {
  if ([...numbers].every(([from, to]) => from === to)) return profile;
  const { meta, tracks, counters } = profile;
  const strings = [...profile.strings];
  return {
    ...profile,
    meta: {
      ...meta,
      gpus: meta.gpus.map(gpu => ({ ...gpu, device: numbers.get(gpu.device) ?? gpu.device }))
    },
    tracks: tracks.map(track => renumberedTrack(track, numbers)),
    args: renumberedArgs(profile, numbers),
    counters: counters.map(series => renumberedCounter(series, numbers)),
    allocations: renumberedAllocations(profile, strings, numbers),
    strings
  };
}

function renumberedTrack(track: Track, numbers: Numbers): Track {
  if (track.kind !== 'device') return track;
  const before = numberOfGpuTrack(track);
  const number = numbers.get(before) ?? before;
  const name = track.name.replace(/^GPU \d{1,6}\b/, `GPU ${number}`);
  return { ...track, name, tid: track.tid === before ? number : track.tid };
}

function renumberedArgs(profile: Profile, numbers: Numbers): ArgTable {
  const { args, slices, strings, tracks } = profile;
  const keys = new Set(DEVICE_ARGS.map(key => strings.indexOf(key)));
  const isOfGpu = tracks.map(({ kind }) => kind === 'cudaStream' || kind === 'device');
  const value = args.value.map((each, row) => {
    const isDevice = keys.has(args.key[row]) && args.kind[row] === ArgKind.number;
    return isDevice && isOfGpu[slices.track[args.slice[row]]] ? (numbers.get(each) ?? each) : each;
  });
  return { ...args, value };
}

function renumberedCounter(series: CounterSeries, numbers: Numbers): CounterSeries {
  if (!MEMORY_CATEGORIES.includes(series.category)) return series;
  return { ...series, name: renumberedText(series.name, numbers) };
}

function renumberedAllocations(
  { allocations }: Profile,
  strings: string[],
  numbers: Numbers
): AllocationTable {
  const rows = new Map<number, number>();
  for (const row of new Set(allocations.device)) {
    const text = renumberedText(strings[row], numbers);
    const known = strings.indexOf(text);
    rows.set(row, known < 0 ? strings.push(text) - 1 : known);
  }
  return { ...allocations, device: allocations.device.map(row => rows.get(row) ?? row) };
}

function renumberedText(text: string, numbers: Numbers): string {
  return text.replace(GPU_TEXT, (whole, digits: string) => {
    const number = numbers.get(Number(digits));
    return number === undefined ? whole : `gpu/${number}`;
  });
}
