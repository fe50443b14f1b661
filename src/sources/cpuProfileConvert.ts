import type { Profiler } from 'node:inspector';
import { NS_PER_US } from '../base/time';
import { permute } from '../model/columns';
import type { SampleTable } from '../model/profile';
import { FrameKind } from '../model/profile';
import type { StackBuilder } from '../model/stackBuilder';
import type { SampleContribution } from '../record/contribution';
import type { CallFramesOptions } from './callFrames';
import { CallFrames } from './callFrames';
import { LineTicks } from './lineTicks';

/** What {@link convertCpuProfile} needs to know of the recording. */
export interface CpuProfileWindow extends CallFramesOptions {
  /** CLOCK_MONOTONIC at the begin and the end of the recorded window, nanoseconds. */
  readonly originNs: bigint;
  readonly endNs: bigint;
  /** Track of the sampled thread. */
  readonly track: number;
}

/**
 * The tables of a profile from a CPU profile of V8, whose clock is CLOCK_MONOTONIC in microseconds.
 * Frames are on source positions; frames of the profiler, and what leads from it to the first frame
 * of the user, are cut; an idle thread has stack -1; samples outside the window are left out.
 */
export function convertCpuProfile(
  profile: Profiler.Profile,
  window: CpuProfileWindow
): SampleContribution {
  const frames = new CallFrames(window);
  const ticks = new LineTicks(window);
  const stacks = new StackTree(frames, window.stacks);
  const stackOfNode = stacks.addTree(profile.nodes);
  for (const node of profile.nodes) {
    if (node.positionTicks && frames.isShown(node.callFrame)) ticks.add(node);
  }
  return {
    samples: sampleTable(profile, stackOfNode, window),
    lineTicks: ticks.toTable()
  };
}

/** Stack of nodes whose thread was idle. */
const IDLE = -1;

/** A node of V8's tree that is still to be visited. */
interface Visit {
  readonly node: Profiler.ProfileNode;
  /** Row of the shown caller, or -1. */
  readonly prefix: number;
  /** True when only frames of the profiler, and what runs it, lead here. */
  readonly isBehindProfiler: boolean;
}

/** Adds the stacks of V8's tree; nodes that show the same frames share one row. */
class StackTree {
  constructor(
    private readonly frames: CallFrames,
    private readonly stacks: StackBuilder
  ) {}

  /** For each node id the row of its stack, or {@link IDLE}. */
  addTree(nodes: readonly Profiler.ProfileNode[]): Int32Array {
    const byId = new Map(nodes.map(node => [node.id, node]));
    const stackOfNode = new Int32Array(nodes.reduce((id, node) => Math.max(id, node.id), 0) + 1);
    const isChild = new Set(nodes.flatMap(node => node.children ?? []));
    const open: Visit[] = nodes
      .filter(node => !isChild.has(node.id))
      .map(node => ({ node, prefix: -1, isBehindProfiler: false }));
    for (let visit = open.pop(); visit; visit = open.pop()) {
      const { node } = visit;
      const inside = this.enter(visit);
      stackOfNode[node.id] = this.stackOf(node, inside.prefix);
      const children = (node.children ?? []).flatMap(id => byId.get(id) ?? []);
      open.push(...children.map(child => ({ ...inside, node: child })));
    }
    return stackOfNode;
  }

  private enter({ node, prefix, isBehindProfiler }: Visit): Omit<Visit, 'node'> {
    const { callFrame } = node;
    if (this.frames.isRoot(callFrame)) return { prefix, isBehindProfiler };
    if (this.frames.isInternal(callFrame)) {
      return { prefix, isBehindProfiler: isBehindProfiler || prefix < 0 };
    }
    const kind = this.frames.kindOf(callFrame);
    const isCode = kind === FrameKind.user || kind === FrameKind.library;
    if (isBehindProfiler && !isCode) return { prefix, isBehindProfiler };
    return {
      prefix: this.stacks.stack(prefix, this.frames.row(callFrame)),
      isBehindProfiler: false
    };
  }

  private stackOf(node: Profiler.ProfileNode, prefix: number): number {
    if (this.frames.isIdle(node.callFrame)) return IDLE;
    return prefix >= 0 ? prefix : this.stacks.stack(-1, this.frames.programRow());
  }
}

function sampleTable(
  profile: Profiler.Profile,
  stackOfNode: Int32Array,
  window: CpuProfileWindow
): SampleTable {
  const nodeIds = profile.samples ?? [];
  const times = sampleTimes(profile, window.originNs);
  const endTime = Math.min(
    Number(window.endNs - window.originNs),
    fromMicroseconds(profile.endTime, window.originNs)
  );
  const kept = timeOrder(times).filter(row => times[row] >= 0 && times[row] < endTime);
  const length = kept.length;
  const time = permute(times, kept, new Float64Array(length));
  const weight = new Float64Array(length);
  const stack = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    weight[row] = (row + 1 < length ? time[row + 1] : endTime) - time[row];
    stack[row] = stackOfNode[nodeIds[kept[row]]];
  }
  return { length, time, weight, stack, track: new Uint16Array(length).fill(window.track) };
}

function sampleTimes(profile: Profiler.Profile, originNs: bigint): Float64Array {
  const deltas = profile.timeDeltas ?? [];
  const times = new Float64Array(profile.samples?.length ?? 0);
  let sinceStart = 0;
  const start = fromMicroseconds(profile.startTime, originNs);
  for (let row = 0; row < times.length; row++) {
    sinceStart += deltas[row];
    times[row] = start + sinceStart * NS_PER_US;
  }
  return times;
}

function fromMicroseconds(time: number, originNs: bigint): number {
  return Number(BigInt(Math.round(time)) * 1000n - originNs);
}

/** V8 may deliver a sample a little late; rows in order of time. */
function timeOrder(times: Float64Array): Uint32Array {
  const order = new Uint32Array(times.length);
  let isSorted = true;
  for (let row = 0; row < order.length; row++) {
    order[row] = row;
    if (row > 0 && times[row] < times[row - 1]) isSorted = false;
  }
  return isSorted ? order : order.sort((a, b) => times[a] - times[b] || a - b);
}
