import type { Profiler, Runtime } from 'node:inspector';
import { NS_PER_US } from '../../../base/time';
import { permute } from '../../../model/profile/columns';
import type { SampleTable } from '../../../model/profile/profile';
import { FrameKind } from '../../../model/profile/profile';
import type { StackBuilder } from '../../../model/build/stackBuilder';
import type { SampleContribution } from '../../../record/build/contribution';
import type { CallFramesOptions } from './callFrames';
import { CallFrames } from './callFrames';
import { placeTicks } from './inlined/placeTicks';
import type { LeafTimes } from './leafTimes';
import { LineTicks } from './lineTicks';

/** The facts about the recording that {@link convertCpuProfile} needs. */
export interface CpuProfileWindow extends CallFramesOptions {
  /** CLOCK_MONOTONIC at the begin and the end of the recorded window, nanoseconds. */
  readonly originNs: bigint;
  readonly endNs: bigint;
  /** Track of the sampled thread. */
  readonly track: number;
  /** Gets the time of each function. */
  readonly leafTimes?: LeafTimes;
  /** The functions of earlier recordings, if these have the same tables. */
  readonly frames?: CallFrames;
}

/**
 * The tables of a profile from a CPU profile of V8, whose clock is CLOCK_MONOTONIC in microseconds.
 * Frames are on source positions; frames of the profiler are cut, with those of Node that lead to it
 * and from it to the first frame of the user; an idle thread has stack -1; garbage is collected by what ran
 * before; samples outside the window are left out. Code that was inlined counts for its own functions, see
 * {@link placeTicks}.
 */
export function convertCpuProfile(
  recorded: Profiler.Profile,
  window: CpuProfileWindow
): SampleContribution {
  const { samples, profile, frames } = placedSamples(recorded, window);
  const ticks = new LineTicks(window);
  for (const node of profile.nodes) {
    if (node.positionTicks && frames.isShown(node.callFrame)) ticks.add(node);
  }
  return { samples, lineTicks: ticks.toTable() };
}

/** The samples that {@link convertCpuProfile} has, without the ticks of lines. */
export function convertCpuSamples(
  recorded: Profiler.Profile,
  window: CpuProfileWindow
): SampleTable {
  return placedSamples(recorded, window).samples;
}

/** Samples with the profile that they are from, after inlined code was placed. */
interface PlacedSamples {
  readonly samples: SampleTable;
  readonly profile: Profiler.Profile;
  readonly frames: CallFrames;
}

function placedSamples(recorded: Profiler.Profile, window: CpuProfileWindow): PlacedSamples {
  window.leafTimes?.roots.add(recorded);
  const profile = placeTicks(recorded, script => window.mapper.functions?.(script) ?? null);
  const frames = window.frames ?? new CallFrames(window);
  const tree = new StackTree(profile.nodes, frames, window.stacks);
  return { samples: sampleTable(profile, tree, { ...window, recorded }), profile, frames };
}

/** Stack of nodes whose thread was idle. */
const IDLE = -1;

/** Row of the shown frames of a node of which none is shown. */
const NOTHING = -1;

/**
 * The code that leads to a node: no code of users and libraries; none except the profiler; or such
 * code.
 */
const Led = { byRuntime: 0, byProfiler: 1, byCode: 2 } as const;

/** The stacks of V8's tree; nodes that show the same frames share one row. */
class StackTree {
  /** For each node, by its place in the list, the row of the frames shown of it and its callers. */
  private readonly shown: Int32Array;
  /** One of {@link Led} for each node. */
  private readonly led: Uint8Array;
  /** 1 for each node that stands for a thread which is blocked. */
  private readonly blocked: Uint8Array;
  private readonly placeOfId: Int32Array;
  /** For each node id the row of its stack, or {@link IDLE}. */
  private readonly stackOfNode: Int32Array;
  /** For each node id one of {@link FrameKind}. */
  private readonly kindOfNode: Uint8Array;

  constructor(
    private readonly nodes: readonly Profiler.ProfileNode[],
    private readonly frames: CallFrames,
    private readonly stacks: StackBuilder
  ) {
    this.shown = new Int32Array(nodes.length).fill(NOTHING);
    this.led = new Uint8Array(nodes.length);
    this.blocked = new Uint8Array(nodes.length);
    this.placeOfId = new Int32Array(nodes.reduce((last, { id }) => Math.max(last, id), 0) + 1);
    nodes.forEach(({ id }, place) => (this.placeOfId[id] = place));
    this.stackOfNode = new Int32Array(this.placeOfId.length);
    this.kindOfNode = new Uint8Array(this.placeOfId.length);
    this.addStacks();
  }

  /** The row of the stack of a node, or {@link IDLE}. */
  stack(id: number): number {
    return this.stackOfNode[id];
  }

  /** The kind of the function of a node, one of {@link FrameKind}. */
  kind(id: number): number {
    return this.kindOfNode[id];
  }

  /** The function of a node. */
  callFrame(id: number): Runtime.CallFrame {
    return this.nodes[this.placeOfId[id]].callFrame;
  }

  /** The row of the stack of the garbage collector, called by that of a node. */
  collectorIn(caller: number, collector: number): number {
    const shown = this.shown[this.placeOfId[caller]];
    return this.stacks.stack(shown, this.frames.row(this.callFrame(collector)));
  }

  private addStacks(): void {
    const open = this.roots();
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const node = this.nodes[place];
      this.enter(node.callFrame, place);
      if (this.frames.isBlocked(node.callFrame)) this.blocked[place] = 1;
      this.stackOfNode[node.id] = this.stackOf(node.callFrame, place);
      this.kindOfNode[node.id] = this.frames.kindOf(node.callFrame);
      for (const id of node.children ?? []) {
        const child = this.placeOfId[id];
        this.shown[child] = this.shown[place];
        this.led[child] = this.led[place];
        this.blocked[child] = this.blocked[place];
        open.push(child);
      }
    }
  }

  /** Nodes that none leads to. */
  private roots(): number[] {
    const isChild = new Uint8Array(this.nodes.length);
    for (const { children = [] } of this.nodes) {
      for (const id of children) isChild[this.placeOfId[id]] = 1;
    }
    return [...this.nodes.keys()].filter(place => isChild[place] === 0);
  }

  /** Takes the node at `place`, which has what its caller has, one frame further. */
  private enter(callFrame: Runtime.CallFrame, place: number): void {
    const { shown, led, frames } = this;
    if (frames.isRoot(callFrame)) return;
    if (frames.isInternal(callFrame)) {
      if (led[place] === Led.byCode) return;
      led[place] = Led.byProfiler;
      shown[place] = NOTHING;
      return;
    }
    const kind = frames.kindOf(callFrame);
    const isCode = kind === FrameKind.user || kind === FrameKind.library;
    if (led[place] === Led.byProfiler && !isCode) return;
    shown[place] = this.stacks.stack(shown[place], frames.row(callFrame));
    if (isCode) led[place] = Led.byCode;
  }

  private stackOf(callFrame: Runtime.CallFrame, place: number): number {
    if (this.blocked[place] === 1 || this.frames.isIdle(callFrame)) return IDLE;
    const shown = this.shown[place];
    return shown >= 0 ? shown : this.stacks.stack(-1, this.frames.programRow());
  }
}

/** A window with the profile as V8 recorded it, whose functions {@link LeafTimes} gets. */
interface RecordedWindow extends CpuProfileWindow {
  readonly recorded: Profiler.Profile;
}

function sampleTable(
  profile: Profiler.Profile,
  tree: StackTree,
  window: RecordedWindow
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
  const timeOfNode = new Map<number, number>();
  const recordedIds = window.recorded.samples ?? [];
  let running = 0;
  let recordedRunning = 0;
  for (let row = 0; row < length; row++) {
    weight[row] = (row + 1 < length ? time[row + 1] : endTime) - time[row];
    const id = nodeIds[kept[row]];
    const kind = tree.kind(id);
    const recordedId = recordedIds[kept[row]];
    if (kind !== FrameKind.gc) {
      running = kind === FrameKind.program ? 0 : id;
      recordedRunning = recordedId;
    }
    const isWithin = kind === FrameKind.gc && running > 0;
    stack[row] = isWithin ? tree.collectorIn(running, id) : tree.stack(id);
    const spending = isWithin ? recordedRunning : recordedId;
    timeOfNode.set(spending, (timeOfNode.get(spending) ?? 0) + weight[row]);
  }
  for (const [id, timeNs] of timeOfNode) window.leafTimes?.add(tree.callFrame(id), timeNs);
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
