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
  const { texts, numbers } = columnsByKey(strings, columns);
  for (let arg = 0, at = 0; arg < args.length && at < rows.length; arg++) {
    const slice = args.slice[arg];
    while (at < rows.length && rows[at] < slice) at++;
    if (rows[at] !== slice) continue;
    const value = args.value[arg];
    const isText = args.kind[arg] === ArgKind.string;
    const column = (isText ? texts : numbers)[args.key[arg]];
    if (column && value >= 0) column[at] = value;
  }
  return columns;
}

type Columns = Readonly<Record<keyof WorkArgs, Uint32Array | Float64Array>>;
type SparseColumns = (Uint32Array | Float64Array | undefined)[];

/** The columns by the row of their key among the strings: those of texts and those of numbers. */
function columnsByKey(strings: readonly string[], columns: Columns) {
  const [texts, numbers]: [SparseColumns, SparseColumns] = [[], []];
  const place = (list: SparseColumns, key: string, column: SparseColumns[number]): void => {
    const row = strings.indexOf(key);
    if (row >= 0) list[row] = column;
  };
  place(texts, GRID_ARG, columns.grid);
  place(texts, BLOCK_ARG, columns.block);
  place(numbers, REGISTERS_ARG, columns.registers);
  place(numbers, SHARED_MEMORY_ARG, columns.sharedBytes);
  place(numbers, TRANSFER_BYTES_ARG, columns.transferBytes);
  return { texts, numbers };
}
