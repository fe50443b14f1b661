import { NS_PER_US } from '../base/time';
import type { Profile } from '../model/profile';
import type { CpuprofileTree } from './cpuprofileTree';

/** The node that a thread was seen in, from a time on: whole microseconds of the monotonic clock. */
export interface TimedNode {
  readonly id: number;
  readonly timeUs: number;
}

/** The nodes of a thread one after another, and the time of all. */
export interface TimedNodes {
  readonly nodes: readonly TimedNode[];
  readonly startUs: number;
  readonly endUs: number;
}

/** Less than this between two samples is no gap, nanoseconds. */
const SMALLEST_GAP_NS = NS_PER_US;

/**
 * The samples in `rows` by node of `tree`, which counts them. V8's format has no weights: a sample
 * lasts until the next one. So each begins where the one before ends, or later where nothing is known
 * of the time between; where weights overlap, what follows is late, but as long as it was. The root
 * stands for what is not known, and behind the last sample, as readers take no notice of the end.
 */
export function timedNodes(
  { meta, samples }: Profile,
  rows: Uint32Array,
  tree: CpuprofileTree
): TimedNodes {
  const origin = BigInt(meta.originNs);
  const originUs = Number(origin / 1000n);
  const restNs = Number(origin % 1000n);
  const microseconds = (ns: number): number => originUs + Math.round((restNs + ns) / NS_PER_US);
  const nodes: TimedNode[] = [];
  let now = 0;
  const enter = (id: number): void => void nodes.push({ id, timeUs: microseconds(now) });
  for (const row of rows) {
    const time = Math.max(0, samples.time[row]);
    const isGap = time - now >= SMALLEST_GAP_NS;
    if (nodes.length > 0 && isGap) enter(tree.addNothing().id);
    if (nodes.length === 0 || isGap) now = time;
    enter(tree.addSample(samples.stack[row]).id);
    now += samples.weight[row];
  }
  if (nodes.length > 0) enter(tree.addNothing().id);
  const end = nodes.length > 0 ? now : Math.max(0, meta.durationNs);
  return { nodes, startUs: microseconds(0), endUs: microseconds(end) };
}
