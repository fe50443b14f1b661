import { numberOfGpuTrack } from '../../facts/gpus';
import {
  type Profile,
  type AllocationTable,
  ArgKind,
  type ArgTable,
  type CounterSeries,
  type Track
} from '../profile/profile';
import { DEVICE_ARG, FROM_DEVICE_ARG, TO_DEVICE_ARG } from '../profile/argKeys';
import { DEVICE_STORAGE_CATEGORY, POOL_MEMORY_CATEGORY } from '../profile/categories';

/**
 * Gives each UUID one number. Each process counts the GPUs that it sees from 0, so numbers of several
 * processes may be of one GPU, and one number of several. A GPU keeps its number in the first profile
 * that has it, or has the next free one if another GPU has that. GPUs without a UUID keep their numbers.
 */
export function withEqualGpuNumbers(profiles: readonly Profile[]): readonly Profile[] {
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
