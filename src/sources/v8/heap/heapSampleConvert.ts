import { type HeapAmount, FrameKind, type HeapSampleTable } from '../../../model/profile/profile';
import { createTable } from '../../../columns/tableSchema';
import { CallFrames, type CallFramesOptions } from '../cpu/callFrames';
import type { HeapNode, HeapWindow } from './heapWindow';
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

/** What a stack allocated, of each amount that was sampled. */
type StackSums = Partial<Record<HeapAmount, SampledHeap>>;

/** The columns of each amount. */
const COLUMNS = {
  allocated: ['bytes', 'variance'],
  alive: ['aliveBytes', 'aliveVariance']
} as const satisfies Record<HeapAmount, readonly (keyof HeapSampleTable)[]>;

const AMOUNTS = Object.keys(COLUMNS) as readonly HeapAmount[];

/**
 * The stacks that allocated in a recorded window, with their allocations. Frames of the profiler, and
 * frames of Node that lead to it, are cut, and its own allocations are left out.
 */
export function convertHeapSamples(
  { root, sums }: HeapWindow,
  options: CallFramesOptions
): HeapSampleTable {
  const found = new Map<number, StackSums>();
  const frames = new CallFrames(options);
  const open: Visit[] = root.children.map(node => ({ node, ...OUTSIDE }));
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const inside = enter(visit, frames, options);
    open.push(...visit.node.children.map(node => ({ ...inside, node })));
    if (inside.isOwn) continue;
    const own = sumsAt(visit.node.id, sums);
    if (!own.allocated && !own.alive) continue;
    const row = inside.prefix >= 0 ? inside.prefix : options.stacks.stack(-1, frames.programRow());
    found.set(row, bothOf(found.get(row) ?? {}, own));
  }
  return toTable(found);
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

/** The sums of a node that has samples of an amount. */
function sumsAt(node: number, sums: HeapWindow['sums']): StackSums {
  const found: StackSums = {};
  for (const amount of AMOUNTS) {
    const sum = sums[amount]?.get(node);
    if (sum && sum.samples > 0) found[amount] = sum;
  }
  return found;
}

function bothOf(a: StackSums, b: StackSums): StackSums {
  const found = { ...a, ...b };
  for (const amount of AMOUNTS) {
    const [one, other] = [a[amount], b[amount]];
    if (one && other) found[amount] = sumOf(one, other);
  }
  return found;
}

function toTable(found: ReadonlyMap<number, StackSums>): HeapSampleTable {
  const table = createTable('heapSamples', found.size);
  table.stack.set([...found.keys()]);
  [...found.values()].forEach((sums, row) => {
    for (const amount of AMOUNTS) {
      const [bytes, variance] = COLUMNS[amount];
      table[bytes][row] = sums[amount]?.bytes ?? 0;
      table[variance][row] = sums[amount]?.variance ?? 0;
    }
    // what is alive is among all that was allocated
    table.samples[row] = (sums.allocated ?? sums.alive)?.samples ?? 0;
  });
  return table;
}
