import type { FrameTable, HeapSampleTable, SliceStackTable, StackTable } from '../profile/profile';
import { createTable } from '../../columns/tableSchema';
import { StackBuilder } from '../build/stackBuilder';
import type { MergedPart } from './mergeContext';
import { type TablePart, mergeTable } from './mergeTable';
import { concatenate, consecutiveRows } from '../profile/columns';

/** Stacks and frames of all parts, each distinct one once. */
interface MergedStacks {
  readonly stacks: StackTable;
  readonly frames: FrameTable;
  /** For each part the merged row of each of its stacks. */
  readonly stackRows: readonly Int32Array[];
}

/** Joins the call trees of all parts. */
export function mergeStacks(parts: readonly MergedPart[]): MergedStacks {
  const merged = new StackBuilder();
  const stackRows = parts.map(part => addStacks(merged, part, addFrames(merged, part)));
  return { stacks: merged.stacks(), frames: merged.frames(), stackRows };
}

/** Adds the frames of a part; returns their merged rows. */
function addFrames(
  merged: StackBuilder,
  { profile: { frames }, rows: { strings } }: MergedPart
): Uint32Array {
  return Uint32Array.from({ length: frames.length }, (_, row) =>
    merged.frame({
      name: strings[frames.name[row]],
      file: strings[frames.file[row]],
      line: frames.line[row],
      column: frames.column[row],
      kind: frames.kind[row]
    })
  );
}

/** Adds the stacks of a part, whose frames have the merged rows `frames`; returns their own. */
function addStacks(
  merged: StackBuilder,
  { profile: { stacks } }: MergedPart,
  frames: Uint32Array
): Int32Array {
  const { length, prefix, frame, line, isAwaited } = stacks;
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const under = prefix[row] < 0 ? -1 : rows[prefix[row]];
    rows[row] = merged.stack(under, frames[frame[row]], line[row], isAwaited[row] === 1);
  }
  return rows;
}

/** The allocations of each stack in all parts together; the parts have merged rows of stacks. */
export function mergeHeapSamples(parts: readonly TablePart[]): HeapSampleTable {
  const all = mergeTable('heapSamples', parts, null);
  const rowOf = new Map<number, number>();
  for (const stack of all.stack) if (!rowOf.has(stack)) rowOf.set(stack, rowOf.size);
  const merged = createTable('heapSamples', rowOf.size);
  merged.stack.set([...rowOf.keys()]);
  for (let from = 0; from < all.length; from++) {
    const row = rowOf.get(all.stack[from]) ?? 0;
    for (const column of HEAP_SUMS) merged[column][row] += all[column][from];
  }
  return merged;
}

const HEAP_SUMS = ['bytes', 'variance', 'aliveBytes', 'aliveVariance', 'samples'] as const;

/** The stacks of the slices of all parts, which have merged rows of slices and stacks. */
export function mergeSliceStacks(parts: readonly TablePart[]): SliceStackTable {
  const slices = parts.map(({ profile: { sliceStacks }, rows }) =>
    Float64Array.from(sliceStacks.slice, row => rows.slices?.[row] ?? row)
  );
  return mergeTable('sliceStacks', parts, mergeOrder(slices));
}

/**
 * The order that merges ascending lists into one: positions in their concatenation. Among equal keys
 * those of an earlier list come first, and each list keeps its own order. `null` when the
 * concatenation is in order as it is. Linear in the keys, for each list that overlaps those before.
 */
export function mergeOrder(lists: readonly Float64Array[]): Uint32Array | null {
  const keys = concatenate(lists);
  const order = consecutiveRows(keys.length);
  const spare = new Uint32Array(keys.length);
  let isMoved = false;
  let boundary = 0;
  for (const { length } of lists) {
    const end = boundary + length;
    const isBehind = boundary > 0 && length > 0 && keys[order[boundary - 1]] > keys[boundary];
    if (isBehind) {
      mergeNeighbours(keys, { order, spare }, boundary, end);
      isMoved = true;
    }
    boundary = end;
  }
  return isMoved ? order : null;
}

interface OrderColumns {
  readonly order: Uint32Array;
  /** As long as `order`, of no value before or after. */
  readonly spare: Uint32Array;
}

/** Merges the ordered positions up to `boundary` with those from there up to `end`. */
function mergeNeighbours(
  keys: Float64Array,
  { order, spare }: OrderColumns,
  boundary: number,
  end: number
): void {
  spare.set(order.subarray(0, boundary));
  let left = 0;
  let right = boundary;
  for (let target = 0; left < boundary; target++) {
    const takeRight = right < end && keys[order[right]] < keys[spare[left]];
    order[target] = takeRight ? order[right++] : spare[left++];
  }
}
