import { NS_PER_US } from '../../base/time';
import { growing } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import type { CallNode, CpuprofileTree } from './cpuprofileTree';

/** The nodes of a thread one after another, and from when on it was seen in each. */
export interface TimedNodes {
  readonly length: number;
  /** Id of each node. */
  readonly node: Uint32Array;
  /** Whole microseconds of the monotonic clock. */
  readonly timeUs: Float64Array;
  readonly startUs: number;
  readonly endUs: number;
}

/** A shorter time between two samples is not a gap, nanoseconds. */
const SMALLEST_GAP_NS = NS_PER_US;

/**
 * The samples in `rows` by node of `tree`, which counts them. V8's format has no weights: a sample
 * lasts until the next one. So each begins where the one before ends, or later if the time between is
 * unknown; if weights overlap, the next sample is late, but as long as it was. The root stands for
 * unknown time, and follows the last sample, as readers ignore the end.
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
  const node = growing.uint32();
  const timeUs = growing.float64();
  let now = 0;
  const enter = ({ id }: CallNode): void => {
    node.push(id);
    timeUs.push(microseconds(now));
  };
  for (const row of rows) {
    const time = Math.max(0, samples.time[row]);
    const isGap = time - now >= SMALLEST_GAP_NS;
    if (node.length > 0 && isGap) enter(tree.addNothing());
    if (node.length === 0 || isGap) now = time;
    enter(tree.addSample(samples.stack[row]));
    now += samples.weight[row];
  }
  if (node.length > 0) enter(tree.addNothing());
  return {
    length: node.length,
    node: node.toColumn(),
    timeUs: timeUs.toColumn(),
    startUs: microseconds(0),
    endUs: microseconds(node.length > 0 ? now : Math.max(0, meta.durationNs))
  };
}
