import type { Runtime } from 'node:inspector';
import type { HeapAmount } from '../../../model/profile/profile';
import { ALLOCATION_COLUMNS, NODE_COLUMNS, type SampledAllocations } from '../../../native/v8Addon';
import {
  type EstimatedAmount,
  type HeapSampling,
  type SampledFunction,
  type SampledHeap,
  estimateHeap,
  type HeapSample,
  sampledSize
} from './heapEstimate';

const NODE = NODE_COLUMNS.length;
const SAMPLE = ALLOCATION_COLUMNS.length;

/** V8's samples of each node of its tree, by the node's id. */
export type HeapSums = ReadonlyMap<number, SampledHeap>;

/** V8's samples in a recording. */
export interface HeapWindow {
  readonly root: HeapNode;
  /** The samples that belong to the recording, of each amount that was sampled. */
  readonly sums: Readonly<Partial<Record<HeapAmount, HeapSums>>>;
  /** The number of samples that V8 took in it, at least; of what is alive it has fewer. */
  readonly taken: number;
  /** Time for which the thread read samples meanwhile, nanoseconds. */
  readonly readNs: number;
}

/** Where a recording begins. */
export interface HeapPosition {
  /** The number of V8's last sample before it. */
  readonly after: number;
  /** Time for which the thread had read samples before it, nanoseconds. */
  readonly readNs: number;
}

/** A function on V8's stacks, below the functions that led to it. */
export interface HeapNode {
  readonly id: number;
  readonly callFrame: Runtime.CallFrame;
  /** Bytes allocated by the function itself, estimated. */
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

/** V8's result, which Node's types declare only in part. */
export interface HeapProfile {
  readonly head: HeapNode;
  readonly samples: readonly (HeapSample & { readonly nodeId: number })[];
}

/** What V8 sampled later than its sample with the number `after`; of samples of both it has only what is alive. */
export function windowOf(
  { head, samples }: HeapProfile,
  after: number,
  { intervalBytes, amount: sampled }: HeapSampling
): HeapWindow {
  const amount = sampled === 'both' ? 'alive' : sampled;
  const samplesOf = byNode(samples);
  const sums = sumsOf(head, after, { intervalBytes, amount }, ({ id, selfSize }) => {
    return { selfSize, samples: samplesOf.get(id) ?? [] };
  });
  const taken = Math.max(0, lastOrdinal(samples) - after);
  return { root: head, sums: { [amount]: sums }, taken, readNs: 0 };
}

/** What the addon kept of a recording that began at `from`: all that was allocated, and what of it is alive. */
export function keptWindow(
  { nodes, samples, strings, readNs }: SampledAllocations,
  from: HeapPosition,
  intervalBytes: number
): HeapWindow {
  const root = treeOf(nodes, strings);
  const kept: KeptSample[] = [];
  for (let at = 0; at < samples.length; at += SAMPLE) {
    const [nodeId, bytes, ordinal, isAlive] = samples.subarray(at, at + SAMPLE);
    const size = sampledSize(bytes, intervalBytes);
    if (ordinal > from.after) kept.push({ nodeId, bytes, ordinal, size, isAlive: isAlive === 1 });
  }
  const sumOf = (amount: HeapAmount, counted: readonly KeptSample[]): HeapSums => {
    const samplesOf = byNode(counted);
    return sumsOf(root, from.after, { intervalBytes, amount }, ({ id }) => {
      const found = samplesOf.get(id) ?? [];
      return { selfSize: scaledBytes(found, intervalBytes), samples: found };
    });
  };
  return {
    root,
    sums: {
      allocated: sumOf('allocated', kept),
      alive: sumOf(
        'alive',
        kept.filter(({ isAlive }) => isAlive)
      )
    },
    taken: kept.length,
    readNs: readNs - from.readNs
  };
}

/** The number of the last of samples; 0 for none. */
export function lastOrdinal(samples: HeapProfile['samples']): number {
  return samples.reduce((last, { ordinal }) => Math.max(last, ordinal), 0);
}

interface KeptSample extends HeapSample {
  readonly nodeId: number;
  /** Bytes of the sampled object. */
  readonly bytes: number;
  readonly isAlive: boolean;
}

/** The bytes that samples of one node stand for, rounded once for all objects of a size, as V8 does. */
function scaledBytes(samples: readonly KeptSample[], intervalBytes: number): number {
  const counts = new Map<number, number>();
  for (const { bytes } of samples) counts.set(bytes, (counts.get(bytes) ?? 0) + 1);
  return [...counts].reduce(
    (sum, [bytes, count]) => sum + sampledSize(bytes, intervalBytes, count),
    0
  );
}

/** The tree of rows of {@link NODE_COLUMNS} numbers, parents first; the id of a node is its row. */
function treeOf(nodes: Int32Array, strings: readonly string[]): HeapNode {
  const made: (HeapNode & { readonly children: HeapNode[] })[] = [];
  for (let at = 0; at < nodes.length; at += NODE) {
    const [parent, name, scriptName, script, line, column] = nodes.subarray(at, at + NODE);
    const callFrame = {
      functionName: strings[name],
      scriptId: String(script),
      url: strings[scriptName],
      lineNumber: line - 1,
      columnNumber: column - 1
    };
    const node = { id: made.length, callFrame, selfSize: 0, children: [] };
    made.push(node);
    if (parent >= 0) made[parent].children.push(node);
  }
  return made[0];
}

function byNode<Of extends { readonly nodeId: number }>(samples: readonly Of[]): Map<number, Of[]> {
  const found = new Map<number, Of[]>();
  for (const sample of samples) {
    const known = found.get(sample.nodeId);
    if (known) known.push(sample);
    else found.set(sample.nodeId, [sample]);
  }
  return found;
}

function sumsOf(
  root: HeapNode,
  after: number,
  amount: EstimatedAmount,
  sampledAt: (node: HeapNode) => Pick<SampledFunction, 'selfSize' | 'samples'>
): HeapSums {
  const sums = new Map<number, SampledHeap>();
  const open: HeapNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const { id, callFrame, children } = node;
    const isArrayFrom = callFrame.url === '' && callFrame.functionName === 'from';
    sums.set(id, estimateHeap({ ...sampledAt(node), isArrayFrom }, after, amount));
    open.push(...children);
  }
  return sums;
}
