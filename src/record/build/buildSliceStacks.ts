import { growing } from '../../model/profile/columns';
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

/** The stacks at the start of slices, if a source knows their rows; else none. */
export function buildSliceStacks(
  recorder: RecordedData,
  { from, to, rowOfToken }: SliceRows,
  contributions: readonly Contribution[]
): SliceStackTable {
  const slice = growing.uint32();
  const stack = growing.uint32();
  const rowOfStack = contributions.find(each => each.rowOfStack)?.rowOfStack;
  if (rowOfStack) {
    recorder.stacks.forEach(from, to, (token, captured) => {
      const row = rowOfToken(token);
      const stackRow = row < 0 ? -1 : rowOfStack(captured);
      if (stackRow < 0) return;
      slice.push(row);
      stack.push(stackRow);
    });
  }
  return { length: slice.length, slice: slice.toColumn(), stack: stack.toColumn() };
}
