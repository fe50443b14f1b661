import { OwnMap } from '../base/intrinsics/ownMap';
import {
  type CounterKind,
  type CounterUnit,
  InstantScope,
  type LabelIndex
} from '../model/profile/profile';
import type { ArgValue } from '../model/build/profileBuilder';
import { AllocationLog } from './logs/allocationLog';
import { type ArgDecoder, ArgLog } from './slices/argLog';
import type { Followed } from './slices/asyncParents';
import { AsyncBodies } from './slices/asyncBodies';
import type { Clock } from '../base/clock';
import type { CounterLog } from './logs/counterSeriesLog';
import { CounterLogs } from './logs/counterLogs';
import { FlowLog, type FlowRecord } from './slices/flowLog';
import { LabelRegistry } from './logs/labelRegistry';
import { INSTANTS, type MirrorListener, MirrorOutlet } from './logs/mirrorNews';
import { OperatorsInFlight } from './slices/operatorsInFlight';
import { Pauses } from './logs/pauses';
import { RecordingWindow } from './slices/recordingWindow';
import { SequenceNumbers } from './slices/sequenceNumbers';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from './logs/sliceLimit';
import { NO_STACK, SliceStackLog, type StackCapture } from './slices/sliceStackLog';
import { MAX_TOKENS, SliceStore, type Token } from './slices/sliceStore';
import { type SliceWatcher, SliceWatchers } from './slices/sliceWatcher';
import { TimedValues } from './logs/timedValues';

/** Instants kept at most in a recording; later ones are counted as dropped. */
const MAX_INSTANTS = 1 << 20;

/** The factor of an instant's scope in {@link Recorder.instants}: above all labels. */
export const INSTANT_SCOPE_UNIT = 2 ** 32;

/** Slices shown under other threads at most. */
const MAX_PLACED_ON_WORKERS = 1 << 20;

/** The dependencies of a {@link Recorder}. */
export interface RecorderOptions {
  readonly clock: Clock;
  /** Slices after which a recording stops; {@link MAX_TOKENS} unless given. */
  readonly maxTokens?: number;
}

/**
 * Records what one thread does, in append-only columns. Recording is on while at least one window is
 * open; callers on hot paths check `enabled` first. Recording a slice allocates nothing, except for a
 * new chunk every 65,536 slices.
 */
export class Recorder {
  /** Reads the recorder's clock, nanoseconds. */
  readonly now: Clock;
  readonly labels: LabelRegistry;
  readonly args: ArgLog;
  readonly slices: SliceStore;
  /** Follows what slices run, across `await`s. */
  readonly bodies: AsyncBodies;
  /** Stacks at the start of slices. */
  readonly stacks: SliceStackLog;
  /** Allocations of device memory. */
  readonly allocations = new AllocationLog();
  /** Asynchronous operators whose calls were recorded and that have not settled. */
  readonly inFlight = new OperatorsInFlight();
  /** Numbers of gradients, for hooks and for watchers. */
  readonly sequence = new SequenceNumbers();
  /** True while something is being recorded. */
  enabled = false;
  /** True while Kernelscope itself works: its own calls of instrumented libraries are not recorded. */
  isAtOwnWork = false;
  /** The watchers that are notified of slices. */
  readonly watchers = new SliceWatchers(told => (this.#watcher = told));
  /** When recording was held while windows were open. */
  readonly pauses = new Pauses();
  /** Takes the stack of each slice that begins, while it is set. */
  stackCapture: StackCapture | null = null;
  #watcher: SliceWatcher | null = null;
  #full = false;
  readonly #windows: RecordingWindow[] = [];
  readonly #outlet = new MirrorOutlet();
  #counterLogs: CounterLogs;
  #instantLog: TimedValues;
  #flowLog = new FlowLog();
  #workerOf = new OwnMap<Token, number>();
  #clearings = 0;

  constructor(options: RecorderOptions) {
    this.now = options.clock;
    this.labels = new LabelRegistry(this.#outlet);
    const maxTokens = options.maxTokens ?? MAX_TOKENS;
    this.slices = new SliceStore(this.now, this.#windows, maxTokens, this.#outlet, () => {
      this.#full = true;
      this.enabled = false;
    });
    this.args = new ArgLog(() => this.slices.oldestToken);
    this.bodies = new AsyncBodies(this.now, this.slices, this.args);
    this.slices.asyncParents.askOf(ofAsyncFunctions => this.bodies.innermost(ofAsyncFunctions));
    this.stacks = new SliceStackLog(() => this.slices.oldestToken);
    this.#instantLog = this.#newInstants();
    this.#counterLogs = new CounterLogs(this.now, this.#outlet);
  }

  /** Returns the value of `work`, whose calls into instrumented libraries are not recorded. */
  ownWork<T>(work: () => T): T {
    const before = this.isAtOwnWork;
    this.isAtOwnWork = true;
    try {
      return work();
    } finally {
      this.isAtOwnWork = before;
    }
  }

  /**
   * Sends `listener` all news that another thread needs to follow the current recording, from now until
   * the returned function is called. There is no news per slice or value.
   */
  mirrorTo(listener: MirrorListener): () => void {
    this.labels.announce(listener);
    this.slices.announce(listener);
    this.counters.forEach(({ head, values }, counter) => {
      listener({ kind: 'counter', head });
      for (const buffer of values.chunks) listener({ kind: 'values', counter, buffer });
    });
    for (const buffer of this.#instantLog.chunks) {
      listener({ kind: 'values', counter: INSTANTS, buffer });
    }
    return this.#outlet.add(listener);
  }

  /** Sends `take` all memory of the recording's slices, from now until the returned function is called. */
  shareSlices(take: (memory: SharedArrayBuffer) => void): () => void {
    return this.#outlet.addForSlices(take, listener => this.slices.announce(listener));
  }

  /**
   * Increases whenever the counters of a recording are forgotten: holders of a {@link CounterLog} must
   * request it again when this has changed.
   */
  get generation(): number {
    return this.#clearings;
  }

  /** True when the recording had to stop because it ran out of numbers for slices. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Counters with at least one value, in order of first use. */
  get counters(): readonly CounterLog[] {
    return this.#counterLogs.all;
  }

  /** Values of counters that did not fit. */
  get droppedCounterValues(): number {
    return this.#counterLogs.dropped;
  }

  /** Moments; each value is a {@link LabelIndex}, plus its scope in {@link INSTANT_SCOPE_UNIT}s. */
  get instants(): TimedValues {
    return this.#instantLog;
  }

  /** Arrows between slices. */
  get flows(): readonly FlowRecord[] {
    return this.#flowLog.records;
  }

  /** Worker threads by the tokens of the slices that are shown under them. */
  get workers(): ReadonlyMap<number, number> {
    return this.#workerOf;
  }

  /** Arrows that did not fit. */
  get droppedFlows(): number {
    return this.#flowLog.dropped;
  }

  /** The label of (name, category). Keep it if it is needed often. */
  label(name: string, category: string): LabelIndex {
    return this.labels.category(category).label(name);
  }

  // hot
  /** Opens a slice inside the innermost open one of this thread. Only while `enabled`. */
  begin(label: LabelIndex): Token {
    if (this.stackCapture !== null || this.#watcher !== null) return this.#beginObserved(label);
    return this.slices.begin(label);
  }

  // hot
  /** Closes a slice of this thread. A token of an earlier recording is ignored. */
  end(token: Token): void {
    if (this.#watcher !== null) this.#watcher.ended(token);
    this.slices.end(token);
  }

  /** Opens a slice on an async lane, caused by `parent`, or by the running code. Only while `enabled`. */
  beginAsync(label: LabelIndex, parent?: Token): Token {
    const stack = this.#takeStack();
    const { slices } = this;
    const token =
      parent === undefined ? slices.beginCaused(label) : slices.beginAsync(label, parent);
    if (stack !== NO_STACK) this.stacks.add(token, stack);
    this.#watcher?.beganAsync(token, label);
    return token;
  }

  /** Closes a slice of an async lane. */
  endAsync(token: Token): void {
    this.#watcher?.endedAsync(token);
    this.bodies.endAsync(token);
    this.slices.endAsync(token);
  }

  /** Makes an open slice of this thread one of an async lane; close it with `endAsync`. */
  moveToLane(token: Token): void {
    this.#watcher?.movedToLane(token);
    this.slices.moveToLane(token);
    this.bodies.moveToLane(token);
  }

  /** True while somebody is notified of slices. */
  get isWatched(): boolean {
    return this.#watcher !== null;
  }

  /** Runs code of an open slice of an async lane on this thread; only watchers are told. */
  runOnThread<T>(token: Token, code: () => T): T {
    const watcher = this.#watcher;
    if (watcher === null) return code();
    watcher.entered(token);
    try {
      return code();
    } finally {
      watcher.left(token);
    }
  }

  /** The counter (name, category) of this recording, new or known. */
  counter(
    name: string,
    category: string,
    unit: CounterUnit,
    kind: CounterKind = 'set'
  ): CounterLog {
    return this.#counterLogs.counter({ name, category, unit, kind });
  }

  /** Records a moment. Only while `enabled`. */
  instant(label: LabelIndex, scope: keyof typeof InstantScope = 'thread'): void {
    this.#instantLog.push(label + InstantScope[scope] * INSTANT_SCOPE_UNIT);
  }

  /** Records an arrow between two slices. Only while `enabled`. */
  flow(from: Token, to: Token, label: LabelIndex): void {
    this.#flowLog.add({ from, to, label });
  }

  /** Notes one argument of a slice. */
  arg(token: Token, key: string, value: ArgValue): void {
    this.args.add(token, key, value);
  }

  /**
   * Has a slice of an async lane shown under the worker thread `threadId`, while there is room for
   * so many; the others stay under the process.
   */
  placeOnWorker(token: Token, threadId: number): void {
    if (this.#workerOf.size < MAX_PLACED_ON_WORKERS) this.#workerOf.set(token, threadId);
  }

  /** Registers how packed arguments of a source are read after the recording. */
  addArgDecoder(decoder: ArgDecoder): number {
    return this.args.addDecoder(decoder);
  }

  /**
   * Begins a window at the present time, which keeps as many slices as `limit` says, whatever other
   * windows keep, and in which slices have the parents that `followed` gives them. The first one turns
   * recording on.
   */
  openWindow(
    limit: SliceLimit = DEFAULT_SLICE_LIMIT,
    followed: Followed = 'everything'
  ): RecordingWindow {
    if (this.#windows.length === 0) {
      this.#full = false;
      this.slices.restart(limit);
      this.#clearLogs();
    }
    const window = new RecordingWindow(this.slices.nextToken, this.now(), limit, followed);
    this.#windows.push(window);
    this.#updateEnabled();
    return window;
  }

  /** Ends a window now, or at an earlier clock value; it stays readable until `closeWindow`. */
  endWindow(window: RecordingWindow, atNs?: bigint): void {
    const now = { token: this.slices.nextToken, time: this.now() };
    const isEarlier = atNs !== undefined && atNs < now.time;
    window.close(isEarlier ? window.endAt(atNs, this.slices.keptChunks(0)) : now);
    this.#updateEnabled();
  }

  /** Closes a window without a result; with the last one the recorder's memory is released. */
  closeWindow(window: RecordingWindow): void {
    this.endWindow(window);
    const index = this.#windows.indexOf(window);
    if (index >= 0) this.#windows.splice(index, 1);
    if (this.#windows.length > 0) return;
    this.slices.release();
    this.#clearLogs();
  }

  /** Adds nothing to open windows until `resume` or the end of the last one; without one, nothing changes. */
  pause(): void {
    this.pauses.begin(this.now());
    this.#updateEnabled();
  }

  /** Goes on after `pause`. */
  resume(): void {
    this.pauses.end(this.now());
    this.#updateEnabled();
  }

  /** `begin` with notification of watchers. */
  #beginObserved(label: LabelIndex): Token {
    const stack = this.#takeStack();
    const token = this.slices.begin(label);
    if (stack !== NO_STACK) this.stacks.add(token, stack);
    this.#watcher?.began(token, label);
    return token;
  }

  #takeStack(): number {
    return this.stackCapture === null ? NO_STACK : this.stacks.take(this.stackCapture);
  }

  #updateEnabled(): void {
    const open = this.#windows.filter(({ end }) => end === null);
    const isOpen = open.length > 0;
    this.slices.asyncParents.differ = new Set(open.map(({ followed }) => followed)).size > 1;
    if (!isOpen) this.pauses.end(this.now());
    this.enabled = isOpen && !this.pauses.isPaused && !this.#full;
  }

  #clearLogs(): void {
    this.#clearings++;
    this.#outlet.tell({ kind: 'cleared' });
    this.args.clear();
    this.stacks.clear();
    this.pauses.clear();
    this.allocations.clear();
    this.sequence.restart();
    this.#counterLogs = new CounterLogs(this.now, this.#outlet);
    this.#instantLog = this.#newInstants();
    this.#flowLog = new FlowLog();
    this.#workerOf = new OwnMap();
  }

  #newInstants(): TimedValues {
    return new TimedValues(this.now, MAX_INSTANTS, buffer =>
      this.#outlet.tell({ kind: 'values', counter: INSTANTS, buffer })
    );
  }
}
