import { NS_PER_US } from '../../../base/time';
import { permute } from '../../../model/profile/columns';
import { FrameKind, type SampleTable } from '../../../model/profile/profile';
import type { SampleContribution } from '../../../record/build/contribution';
import { CallFrames, type CallFramesOptions } from './callFrames';
import { type FileWait, type Stretch, blockedParts } from './fileWaits';
import { placeTicks } from './placeTicks';
import { IDLE, StackTree } from './stackTree';
import { LineTicks } from './lineTicks';
import type { SampledLine } from './sampledLines';
import {
  LEAST_TIME_NS,
  type RunningSamples,
  type SpentTimes,
  evenlyQueued,
  runningSamples,
  spentBetween,
  withoutPolls
} from './threadTime';
import type { ThreadUse } from '../../process/threadTimes';
import type { V8CpuProfile } from './v8Profiler';

/** The facts about the recording that {@link convertCpuProfile} needs. */
export interface CpuProfileWindow extends CallFramesOptions {
  /** CLOCK_MONOTONIC at the begin and the end of the recorded window, nanoseconds. */
  readonly originNs: bigint;
  readonly endNs: bigint;
  /** Track of the sampled thread. */
  readonly track: number;
  /** The functions of earlier recordings, if these have the same tables. */
  readonly frames?: CallFrames;
  /** How the thread spent the window; absent where the system does not tell. For profiles without a clock. */
  readonly use?: ThreadUse;
}

/** The tables of a CPU profile, and its waits. */
export interface ConvertedCpuProfile extends SampleContribution, Pick<RunningSamples, 'coreWaits'> {
  /** The samples as they were taken: each lasts until the next one, whatever the thread did meanwhile. */
  readonly taken: SampleTable;
  readonly fileWaits: readonly FileWait[];
  /** The time of the lines on the stacks of the samples, of which a blocked thread has none; null if not known. */
  readonly callLines: SampledLine | null;
}

/**
 * The tables of a profile from a CPU profile of V8, whose clock is CLOCK_MONOTONIC in microseconds.
 * Frames are on source positions; frames of the profiler are cut, with those of Node that lead to it
 * and from it to the first frame of the user, and those of Node that call hooks; a thread that is idle, or blocked, has
 * stack -1; garbage is collected by what ran before, but for the profiler's own work within it; samples outside the window
 * are left out. Where the profile has a clock of its thread, a sample stands for the time in which its code ran, see
 * {@link runningSamples}. Code that was inlined counts for its own functions, see {@link placeTicks}.
 */
export function convertCpuProfile(
  recorded: V8CpuProfile,
  window: CpuProfileWindow
): ConvertedCpuProfile {
  const { profile, frames, ...samples } = placedSamples(recorded, window);
  const ticks = new LineTicks(window);
  for (const node of profile.nodes) {
    if (node.positionTicks && frames.isShown(node.callFrame)) ticks.add(node);
  }
  return { ...samples, lineTicks: ticks.toTable() };
}

/** The samples that {@link convertCpuProfile} has, without the ticks of lines. */
export function convertCpuSamples(recorded: V8CpuProfile, window: CpuProfileWindow): SampleTable {
  return placedSamples(recorded, window).samples;
}

/** Samples with the profile that they are from, after inlined code was placed. */
interface PlacedSamples extends Omit<ConvertedCpuProfile, 'lineTicks'> {
  readonly profile: V8CpuProfile;
  readonly frames: CallFrames;
}

function placedSamples(recorded: V8CpuProfile, window: CpuProfileWindow): PlacedSamples {
  const profile = placeTicks(recorded, script => window.mapper.functions?.(script) ?? null);
  const frames = window.frames ?? new CallFrames(window);
  const tree = new StackTree(profile.nodes, frames, window.stacks, recorded.awaited);
  return { ...sampleTable(profile, tree, { ...window, recorded }), profile, frames };
}

/** A window with the profile as V8 recorded it, of which the lines of calls are. */
interface RecordedWindow extends CpuProfileWindow {
  readonly recorded: V8CpuProfile;
}

/** In place of the id of a node: none that is known. */
const NO_NODE = 0;

/** The code that garbage is collected for, sample by sample in their order. */
class RunningCode {
  /** A node, or {@link NO_NODE}. */
  id: number = NO_NODE;
  /** Its sample in the profile as V8 recorded it. */
  row = 0;
  /** The same of what ran last that is not the profiler's own work. */
  #idBefore: number = NO_NODE;
  #rowBefore = 0;

  constructor(private readonly tree: StackTree) {}

  /** Goes on to a sample. */
  next(id: number, row: number): void {
    const { tree } = this;
    const kind = tree.kind(id);
    if (kind === FrameKind.gc) return;
    this.id = kind === FrameKind.program ? NO_NODE : id;
    this.row = row;
    if (this.id === NO_NODE || tree.stack(id) === IDLE) return;
    if (!tree.isAside(id)) {
      this.#idBefore = id;
      this.#rowBefore = row;
    } else if (this.#idBefore !== NO_NODE) {
      this.id = this.#idBefore;
      this.row = this.#rowBefore;
    }
  }
}

function sampleTable(
  profile: V8CpuProfile,
  tree: StackTree,
  window: RecordedWindow
): Omit<ConvertedCpuProfile, 'lineTicks'> {
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
  const ids = Int32Array.from(kept, row => nodeIds[row]);
  const spending = new Int32Array(length);
  const running = new RunningCode(tree);
  for (let row = 0; row < length; row++) {
    weight[row] = (row + 1 < length ? time[row + 1] : endTime) - time[row];
    const id = ids[row];
    running.next(id, kept[row]);
    const isWithin = tree.kind(id) === FrameKind.gc && running.id !== NO_NODE;
    stack[row] = isWithin ? tree.collectorIn(running.id, id) : tree.stack(id);
    spending[row] = isWithin ? running.row : kept[row];
  }
  const track = new Uint16Array(length).fill(window.track);
  return withoutWaits({ length, time, weight, stack, track }, { ids, spending }, { tree, window });
}

/** The nodes of samples, and for each the sample in the profile as V8 recorded it whose function its time is of. */
interface SampledNodes {
  readonly ids: Int32Array;
  readonly spending: Int32Array;
}

function withoutWaits(
  sampled: SampleTable,
  nodes: SampledNodes,
  { tree, window }: { readonly tree: StackTree; readonly window: RecordedWindow }
): Omit<ConvertedCpuProfile, 'lineTicks'> {
  const { recorded, originNs } = window;
  const { clock } = recorded;
  const told = clock ? spentBetween(clock, momentsOf(sampled), originNs) : null;
  const taken = told === null ? sampled : withoutPolls(sampled, told, tree.loopRow);
  const calls = fileCalls(taken, nodes.ids, tree);
  const spent = told ?? withoutClock(taken, calls, window.use);
  const intervalNs = told === null ? undefined : intervalOf(recorded, originNs);
  const { samples, counted, coreWaits } = runningSamples(taken, spent, intervalNs);
  // without the waits for a core, it is not known what a thread that does not run is blocked by
  const isKnown = told === null || told.queued !== null;
  const fileWaits = (isKnown ? calls : []).flatMap(({ from, to }): FileWait[] => {
    const duration = blockedBetween(taken, spent, from, to);
    if (duration < LEAST_TIME_NS) return [];
    const caller = tree.callerOf(nodes.ids[from]);
    return [{ start: taken.time[from], duration, stack: taken.stack[from], caller }];
  });
  const spentNs = spentTimes({ ...taken, weight: counted }, nodes, { tree, recorded });
  const callLines = recorded.callLines?.toTree(spentNs) ?? null;
  return { samples, taken, fileWaits, coreWaits, callLines };
}

/** The time between samples at moments that do not fall, nanoseconds from the origin; undefined if it is not known. */
function intervalOf(
  { intervals }: V8CpuProfile,
  originNs: bigint
): ((moment: number) => number) | undefined {
  if (intervals === undefined) return undefined;
  let at = 1;
  return moment => {
    const nowUs = (moment + Number(originNs)) / NS_PER_US;
    while (at + 1 < intervals.length && intervals[at + 1] <= nowUs) at += 2;
    return intervals[at] * NS_PER_US;
  };
}

function blockedBetween(
  { weight }: SampleTable,
  { ran, queued }: SpentTimes,
  from: number,
  to: number
): number {
  let blockedNs = 0;
  for (let row = from; row < to; row++) blockedNs += weight[row] - ran[row] - (queued?.[row] ?? 0);
  return blockedNs;
}

/** Where each sample begins, and the last one ends. */
function momentsOf({ time, weight, length }: SampleTable): Float64Array {
  const moments = new Float64Array(length === 0 ? 0 : length + 1);
  moments.set(time);
  if (length > 0) moments[length] = time[length - 1] + weight[length - 1];
  return moments;
}

/** The stretches of samples in calls of `node:fs`. */
function fileCalls(
  { length, weight, stack }: SampleTable,
  ids: Int32Array,
  tree: StackTree
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < length; from = to) {
    let lengthNs = 0;
    while (to < length && ids[to] === ids[from]) lengthNs += weight[to++];
    const isCall = stack[from] !== IDLE && tree.isOfFiles(ids[from]);
    if (isCall) stretches.push({ from, to, lengthNs });
  }
  return stretches;
}

/**
 * Without a clock of the thread: it was blocked in calls of `node:fs` for as long as it was neither idle nor ready to run,
 * and waited for a core for the same part of each other sample of code.
 */
function withoutClock(
  { weight, stack }: SampleTable,
  calls: readonly Stretch[],
  use: ThreadUse | undefined
): SpentTimes {
  const idleNs = weight.reduce((sum, ns, row) => sum + (stack[row] === IDLE ? ns : 0), 0);
  const ran = weight.map((ns, row) => (stack[row] === IDLE ? 0 : ns));
  const offCpuNs = use?.offCpuNs ?? 0;
  for (const { from, to } of blockedParts(calls, offCpuNs - idleNs, weight)) ran.fill(0, from, to);
  return use === undefined ? { ran, queued: null } : evenlyQueued(ran, use);
}

/** For each sample that V8 recorded, the time that its function ran: a blocked thread spends none in any. */
function spentTimes(
  { length, weight, stack }: SampleTable,
  { ids, spending }: SampledNodes,
  { tree, recorded }: { readonly tree: StackTree } & Pick<RecordedWindow, 'recorded'>
): Float64Array {
  const spentNs = new Float64Array(recorded.samples?.length ?? 0);
  for (let row = 0; row < length; row++) {
    const isBlocked = stack[row] === IDLE && tree.isBlocked(ids[row]);
    if (!isBlocked) spentNs[spending[row]] += weight[row];
  }
  return spentNs;
}

function sampleTimes(profile: V8CpuProfile, originNs: bigint): Float64Array {
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
