import type { GpuInfo } from '../../facts/gpus';
import { type Profile, ArgKind } from '../../model/profile/profile';
import { enclosingOf } from '../slices/nesting';
import { gpuOrigins } from './gpuOrigins';
import { type GpuWork, gpuWork } from './gpuWork';
import {
  BLOCK_ARG,
  GRID_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  TRANSFER_BYTES_ARG
} from '../../model/profile/argKeys';

/** The work of GPUs in a profile with what all parts of a report ask for. */
export interface WorkTable extends GpuWork {
  readonly profile: Profile;
  readonly args: WorkArgs;
  /** Of `gpuOrigins`, by slice. */
  readonly originOf: Int32Array;
  /** Of `enclosingOf`, by slice. */
  readonly enclosing: Int32Array;
  /** The profile's facts about each of `devices`. */
  readonly infos: readonly (GpuInfo | null)[];
}

/** Reads the GPU work; null if there is none. */
export function workTable(profile: Profile): WorkTable | null {
  const work = gpuWork(profile);
  if (work.rows.length === 0) return null;
  const { meta } = profile;
  return {
    ...work,
    profile,
    args: workArgs(profile, work.rows),
    originOf: gpuOrigins(profile),
    enclosing: enclosingOf(profile),
    infos: work.devices.map(({ number }) => meta.gpus.find(gpu => gpu.device === number) ?? null)
  };
}

/** Known facts about GPU work; each column has an entry for each row of `GpuWork.rows`. */
interface WorkArgs {
  /** `StringIndex` of `[x, y, z]`; 0, the empty text, if unknown. */
  readonly grid: Float64Array;
  readonly block: Float64Array;
  /** Per thread; 0 if unknown. */
  readonly registers: Float64Array;
  /** Bytes per block; 0 if it has none. */
  readonly sharedBytes: Float64Array;
  /** Bytes that a copy or a fill wrote; 0 where they are not known. */
  readonly transferBytes: Float64Array;
}

/** The keys of the columns in their order, and of which kind their values are. */
const KEYS = [GRID_ARG, BLOCK_ARG, REGISTERS_ARG, SHARED_MEMORY_ARG, TRANSFER_BYTES_ARG];
const { string: TEXT, number: NUMBER } = ArgKind;
const KINDS = Uint8Array.of(TEXT, TEXT, NUMBER, NUMBER, NUMBER);

// hot
/** Reads the arguments of work, whose rows are in order, in one pass. */
export function workArgs({ args, strings }: Profile, rows: Uint32Array): WorkArgs {
  const columns = KEYS.map(() => new Float64Array(rows.length));
  const placeOfKey = placesOfKeys(strings);
  for (let arg = 0, at = 0; arg < args.length && at < rows.length; arg++) {
    const place = placeOfKey[args.key[arg]];
    if (place < 0) continue;
    const slice = args.slice[arg];
    while (at < rows.length && rows[at] < slice) at++;
    const value = args.value[arg];
    if (rows[at] === slice && args.kind[arg] === KINDS[place] && value >= 0) {
      columns[place][at] = value;
    }
  }
  const [grid, block, registers, sharedBytes, transferBytes] = columns;
  return { grid, block, registers, sharedBytes, transferBytes };
}

/** For each string the place in {@link KEYS} of the key that it is, or -1. */
function placesOfKeys(strings: readonly string[]): Int8Array {
  const places = new Int8Array(strings.length).fill(-1);
  KEYS.forEach((key, place) => {
    const row = strings.indexOf(key);
    if (row >= 0) places[row] = place;
  });
  return places;
}
