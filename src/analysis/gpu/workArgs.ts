import {
  BLOCK_ARG,
  GRID_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  TRANSFER_BYTES_ARG
} from '../../model/profile/argKeys';
import { ArgKind, type Profile } from '../../model/profile/profile';

/** Known facts about GPU work; each column has an entry for each row of `GpuWork.rows`. */
export interface WorkArgs {
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
