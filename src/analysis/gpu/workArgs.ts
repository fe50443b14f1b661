import {
  BLOCK_ARG,
  GRID_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  TRANSFER_BYTES_ARG
} from '../../model/argKeys';
import type { Profile } from '../../model/profile';
import { ArgKind } from '../../model/profile';

/** What is known of work of GPUs, each column with an entry for each row of `GpuWork.rows`. */
export interface WorkArgs {
  /** `StringIndex` of `[x, y, z]`; 0, the empty text, where it is not known. */
  readonly grid: Uint32Array;
  readonly block: Uint32Array;
  /** Of a thread; 0 where it is not known. */
  readonly registers: Uint32Array;
  /** Bytes of a block; 0 where it has none. */
  readonly sharedBytes: Float64Array;
  /** Bytes that a copy or a fill wrote; 0 where they are not known. */
  readonly transferBytes: Float64Array;
}

/** Where arguments go by their key, and which of the two kinds they are of. */
const KEYS: readonly (readonly [key: string, column: keyof WorkArgs, kind: number])[] = [
  [GRID_ARG, 'grid', ArgKind.string],
  [BLOCK_ARG, 'block', ArgKind.string],
  [REGISTERS_ARG, 'registers', ArgKind.number],
  [SHARED_MEMORY_ARG, 'sharedBytes', ArgKind.number],
  [TRANSFER_BYTES_ARG, 'transferBytes', ArgKind.number]
];

// hot
/** Reads the arguments of work, whose rows are in order, in one pass. */
export function workArgs({ args, strings }: Profile, rows: Uint32Array): WorkArgs {
  const columns = {
    grid: new Uint32Array(rows.length),
    block: new Uint32Array(rows.length),
    registers: new Uint32Array(rows.length),
    sharedBytes: new Float64Array(rows.length),
    transferBytes: new Float64Array(rows.length)
  };
  const placeOfKey = placesOfKeys(strings);
  for (let arg = 0, at = 0; arg < args.length && at < rows.length; arg++) {
    const place = placeOfKey[args.key[arg]];
    if (place < 0) continue;
    const slice = args.slice[arg];
    while (at < rows.length && rows[at] < slice) at++;
    const [, column, kind] = KEYS[place];
    const value = args.value[arg];
    if (rows[at] === slice && args.kind[arg] === kind && value >= 0) columns[column][at] = value;
  }
  return columns;
}

/** For each string the place in {@link KEYS} of the key that it is, or -1. */
function placesOfKeys(strings: readonly string[]): Int8Array {
  const places = new Int8Array(strings.length).fill(-1);
  KEYS.forEach(([key], place) => {
    const row = strings.indexOf(key);
    if (row >= 0) places[row] = place;
  });
  return places;
}
