import type { HeapAmount } from '../../../model/profile/heapAmount';
import { FrameKind, type HeapSampleTable } from '../../../model/profile/profile';
import { createTable } from '../../../columns/tableSchema';
import { CallFrames, type CallFramesOptions } from '../cpu/callFrames';
import type { HeapNode, HeapWindow } from './heapAttachment';
import { type SampledHeap, sumOf } from './heapEstimate';

/** A node of V8's tree that is still to be visited. */
interface Visit {
  readonly node: HeapNode;
  /** Row of the shown caller, or -1. */
  readonly prefix: number;
  /** True when a frame of the profiler led here, and none of recorded code since. */
  readonly isOwn: boolean;
  /** True when recorded code led here. */
  readonly isInCode: boolean;
}

const OUTSIDE = { prefix: -1, isOwn: false, isInCode: false } as const;

/**
 * The stacks that allocated in a recorded window, with their allocations. Frames of the profiler, and
 * frames of Node that lead to it, are cut, and its own allocations are left out.
 */
export function convertHeapSamples(
  { root, sums, sampling: { amount } }: HeapWindow,
  options: CallFramesOptions
): HeapSampleTable {
  const found = new Map<number, SampledHeap>();
  const frames = new CallFrames(options);
  const open: Visit[] = root.children.map(node => ({ node, ...OUTSIDE }));
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const inside = enter(visit, frames, options);
    open.push(...visit.node.children.map(node => ({ ...inside, node })));
    const sum = sums.get(visit.node.id);
    if (!sum || sum.samples <= 0 || inside.isOwn) continue;
    const row = inside.prefix >= 0 ? inside.prefix : options.stacks.stack(-1, frames.programRow());
    const known = found.get(row);
    found.set(row, known ? sumOf(known, sum) : sum);
  }
  return toTable(found, amount);
}

function enter(
  { node, prefix, isOwn, isInCode }: Visit,
  frames: CallFrames,
  { stacks }: CallFramesOptions
): Omit<Visit, 'node'> {
  const { callFrame } = node;
  if (frames.isInternal(callFrame)) {
    return { prefix: isInCode ? prefix : OUTSIDE.prefix, isOwn: true, isInCode };
  }
  const kind = frames.kindOf(callFrame);
  const isCode = kind === FrameKind.user || kind === FrameKind.library;
  if (isOwn && !isCode) return { prefix, isOwn, isInCode };
  const row = stacks.stack(prefix, frames.row(callFrame));
  return { prefix: row, isOwn: false, isInCode: isInCode || isCode };
}

function toTable(found: ReadonlyMap<number, SampledHeap>, amount: HeapAmount): HeapSampleTable {
  const table = createTable('heapSamples', found.size);
  const [bytes, variance] =
    amount === 'alive' ? [table.aliveBytes, table.aliveVariance] : [table.bytes, table.variance];
  table.stack.set([...found.keys()]);
  [...found.values()].forEach((sum, row) => {
    bytes[row] = sum.bytes;
    variance[row] = sum.variance;
    table.samples[row] = sum.samples;
  });
  return table;
}
