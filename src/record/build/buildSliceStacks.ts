import type { SliceStackTable } from '../../model/profile/profile';
import type { Contribution } from './contribution';
import type { RecordedData } from '../recordedData';

/** The slices of a recorder that are rows of a profile. */
export interface SliceRows {
  /** First token, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The row of a slice, or -1; rises with the token. */
  readonly rowOfToken: (token: number) => number;
}

/** A slice that a source saw itself, with the row of its stack. */
export interface SliceWithStack {
  readonly slice: number;
  readonly stack: number;
}

/**
 * The stacks at the start of slices, if a source knows their rows, and those of `others`, which are
 * other slices.
 */
export function buildSliceStacks(
  recorder: RecordedData,
  { from, to, rowOfToken }: SliceRows,
  contributions: readonly Contribution[],
  others: readonly SliceWithStack[]
): SliceStackTable {
  const all = [...others];
  const rowOfStack = contributions.find(each => each.rowOfStack)?.rowOfStack;
  if (rowOfStack) {
    recorder.stacks.forEach(from, to, (token, captured) => {
      const slice = rowOfToken(token);
      const stack = slice < 0 ? -1 : rowOfStack(captured);
      if (stack >= 0) all.push({ slice, stack });
    });
  }
  if (others.length > 0) all.sort(bySlice);
  return tableOf(all);
}

/** Stacks of slices whose rows have moved, and those of `others`. */
export function mergeStacks(
  own: SliceStackTable,
  rowOf: (row: number) => number,
  others: readonly SliceWithStack[]
): SliceStackTable {
  const moved = Array.from(own.slice, (row, at) => ({ slice: rowOf(row), stack: own.stack[at] }));
  return tableOf([...moved, ...others].sort(bySlice));
}

const bySlice = (a: SliceWithStack, b: SliceWithStack): number => a.slice - b.slice;

function tableOf(all: readonly SliceWithStack[]): SliceStackTable {
  return {
    length: all.length,
    slice: Uint32Array.from(all, ({ slice }) => slice),
    stack: Uint32Array.from(all, ({ stack }) => stack)
  };
}
