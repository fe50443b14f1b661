import { type Operation, Repeats } from './operations';
import type { Await, Wait } from './waitLog';

/** Waits, and the awaits that did not resume, from which {@link waitColumns} makes columns. */
export interface LoggedWaits {
  readonly waits: readonly Wait[];
  /** In order of their numbers. */
  readonly pending: readonly Await[];
}

/** {@link LoggedWaits} as columns: plain data. */
export interface WaitColumns {
  readonly endNs: BigInt64Array;
  readonly idleNs: Float64Array;
  readonly begun: Float64Array;
  readonly hasOthers: Uint8Array;
  readonly isUnknownFirst: Uint8Array;
  readonly hasLost: Uint8Array;
  readonly stack: Int32Array;
  /** Rows of `causes`; -1 for none. */
  readonly cause: Int32Array;
  readonly causes: readonly string[];
  /** The rows of `awaits` that resumed after a wait are in `resumed`, from `firstResumed[row]` up to the next row's. */
  readonly firstResumed: Uint32Array;
  readonly resumed: Uint32Array;
  readonly pending: Uint32Array;
  /** The number of the operation that called back, or -1 for none. */
  readonly operation: {
    readonly number: Float64Array;
    readonly stack: Int32Array;
    /** Values of `Repeats`. */
    readonly repeats: Uint8Array;
    readonly isForeseen: Uint8Array;
  };
  readonly awaits: {
    readonly number: Float64Array;
    readonly stack: Int32Array;
    readonly ordinal: Int32Array;
    readonly isForeseen: Uint8Array;
  };
}

/** Waits as columns. */
export function waitColumns({ waits, pending }: LoggedWaits): WaitColumns {
  const awaits = new Map<Await, number>();
  const rowOf = (each: Await): number => {
    const row = awaits.get(each) ?? awaits.size;
    awaits.set(each, row);
    return row;
  };
  const causes = [...new Set(waits.flatMap(({ cause }) => cause ?? []))];
  const resumed = waits.flatMap(wait => wait.resumed.map(rowOf));
  const pendingRows = Uint32Array.from(pending, rowOf);
  const firstResumed = new Uint32Array(waits.length + 1);
  waits.forEach((wait, row) => (firstResumed[row + 1] = firstResumed[row] + wait.resumed.length));
  const all = [...awaits.keys()];
  return {
    endNs: BigInt64Array.from(waits, ({ endNs }) => endNs),
    idleNs: Float64Array.from(waits, ({ idleNs }) => idleNs),
    begun: Float64Array.from(waits, ({ begun }) => begun),
    hasOthers: Uint8Array.from(waits, ({ hasOthers }) => Number(hasOthers)),
    isUnknownFirst: Uint8Array.from(waits, wait => Number(wait.isUnknownFirst)),
    hasLost: Uint8Array.from(waits, ({ hasLost }) => Number(hasLost)),
    stack: Int32Array.from(waits, ({ stack }) => stack),
    cause: Int32Array.from(waits, ({ cause }) => (cause === null ? -1 : causes.indexOf(cause))),
    causes,
    firstResumed,
    resumed: Uint32Array.from(resumed),
    pending: pendingRows,
    operation: {
      number: Float64Array.from(waits, ({ operation }) => operation?.number ?? -1),
      stack: Int32Array.from(waits, ({ operation }) => operation?.stack ?? -1),
      repeats: Uint8Array.from(waits, ({ operation }) => operation?.repeats ?? Repeats.never),
      isForeseen: Uint8Array.from(waits, ({ operation }) => Number(operation?.isForeseen ?? false))
    },
    awaits: {
      number: Float64Array.from(all, ({ number }) => number),
      stack: Int32Array.from(all, ({ stack }) => stack),
      ordinal: Int32Array.from(all, ({ ordinal }) => ordinal),
      isForeseen: Uint8Array.from(all, ({ isForeseen }) => Number(isForeseen))
    }
  };
}

/** The waits of columns. An await that occurs several times is the same object each time. */
export function waitsOf(columns: WaitColumns): LoggedWaits {
  const { number, stack, ordinal, isForeseen } = columns.awaits;
  const awaits = Array.from(number, (each, row): Await => ({
    number: each,
    stack: stack[row],
    ordinal: ordinal[row],
    isForeseen: isForeseen[row] === 1
  }));
  const waits = Array.from(columns.endNs, (endNs, row): Wait => ({
    endNs,
    idleNs: columns.idleNs[row],
    begun: columns.begun[row],
    resumed: Array.from(
      columns.resumed.subarray(columns.firstResumed[row], columns.firstResumed[row + 1]),
      each => awaits[each]
    ),
    hasOthers: columns.hasOthers[row] === 1,
    isUnknownFirst: columns.isUnknownFirst[row] === 1,
    hasLost: columns.hasLost[row] === 1,
    stack: columns.stack[row],
    cause: columns.cause[row] < 0 ? null : columns.causes[columns.cause[row]],
    operation: operationOf(columns.operation, row)
  }));
  return { waits, pending: Array.from(columns.pending, row => awaits[row]) };
}

function operationOf(
  { number, stack, repeats, isForeseen }: WaitColumns['operation'],
  row: number
): Operation | null {
  if (number[row] < 0) return null;
  return {
    number: number[row],
    stack: stack[row],
    repeats: repeats[row] as Operation['repeats'],
    isForeseen: isForeseen[row] === 1
  };
}
