import { join } from 'node:path';
import { messageOf } from '../base/errors';
import { loadBinary } from './loader';
import { packageFiles } from './packageFiles';

/** The tree of a CPU profile, in rows. */
export interface SampledTree {
  /** {@link NODE_COLUMNS} numbers a node; a node comes after its parent, and the root first. */
  readonly nodes: Int32Array;
  /**
   * {@link TICK_COLUMNS} numbers for each line of a node that samples were taken on. A sample counts for as many as its
   * interval is times the shortest one.
   */
  readonly ticks: Int32Array;
  /** The node of each sample; -1 if it has none in this tree. */
  readonly samples: Int32Array;
}

/** Columns of {@link SampledTree.nodes}: the row of the parent or -1, texts, script, one-based line and column. */
export const NODE_COLUMNS = ['parent', 'name', 'scriptName', 'script', 'line', 'column'] as const;

/** Columns of {@link SampledTree.ticks}: the row of the node, a one-based line, the number of ticks on it. */
export const TICK_COLUMNS = ['node', 'line', 'samples'] as const;

/** How much the sampled thread ran, at moments in order of time that begin before the samples and end after them. */
export interface SampledClock {
  /** Microseconds of CLOCK_MONOTONIC. */
  readonly times: Float64Array;
  /** CPU time of the thread so far, nanoseconds. */
  readonly ranNs: Float64Array;
  /**
   * Time for which it could not run so far though it had something to, nanoseconds: it waited for a core, or its process
   * was stopped. Absent where the system does not tell.
   */
  readonly queuedNs?: Float64Array;
  /** How much of that it was stopped for from the first moment to the last; absent with it. */
  readonly stoppedNs?: number;
}

/** The samples of a recording, or of a piece of it; times are microseconds of CLOCK_MONOTONIC. */
export interface SampledColumns {
  readonly startTime: number;
  readonly endTime: number;
  /** A sample lasts until the next one; of those of an idle thread that follow one another only the first is there. */
  readonly times: Float64Array;
  /** Pairs of a time, and the microseconds between samples from then on. */
  readonly intervals: Float64Array;
  /** Its nodes have the line on which their function begins. */
  readonly functions: SampledTree;
  /** The same samples, in a tree whose nodes have the line of the parent that called them; absent if not wanted. */
  readonly lines?: SampledTree;
  readonly strings: readonly string[];
  /** True where code that was inlined has its own function and line. Otherwise V8 names the function around it. */
  readonly knowsInlined?: boolean;
  /** Absent where it is not known. */
  readonly clock?: SampledClock;
}

/**
 * V8's profiler of one thread. What it has sampled is taken out of V8 every half a second, in the midst of code that runs.
 * Handles are those of all threads of the process.
 */
export interface NativeCpuSampler {
  /**
   * Learns of all code; samples only while a recording runs. While attached it only changes the interval, unless a
   * recording runs.
   */
  attach(intervalUs: number): void;
  /** Ends everything; recordings that run are lost. */
  detach(): void;
  /** For a thread that ends with its process: from now on `detach` only ends recordings, as to detach takes V8 long. */
  leave(): void;
  /**
   * Starts a recording and returns its handle. It is sampled at the interval that was attached, and after `budget`
   * samples half as often, after as many again a quarter as often, and so on; 0 for always as often.
   *
   * @throws Error if nothing is attached, or 50 run already
   */
  start(withLines: boolean, budget: number): number;
  /**
   * Two numbers that each sample of this thread changes, as long as a recording runs: how many there were, which whoever
   * looks may set to 0, and the nanoseconds of CLOCK_MONOTONIC at the first one since. Those of the last call count.
   */
  marks(): Float64Array;
  /**
   * Has other threads {@link takePieces} of a recording, from the piece under way on; they wait for two minutes. `about`
   * is for these threads.
   */
  share(handle: number, about: string): void;
  /** The handles of the recordings of all threads that are shared, and what was said about them. */
  listShared(): readonly (readonly [handle: number, about: string])[];
  /** What was sampled since the last call of a recording of any thread, in its order, but for the last half a second. */
  takePieces(handle: number): readonly SampledColumns[];
  /** Ends a recording; undefined if there is none of that handle. */
  stop(handle: number): SampledColumns | undefined;
}

/** The samples of V8's heap profiler since it was started, of objects that are alive and of others. */
export interface SampledAllocations {
  /** {@link NODE_COLUMNS} numbers a node, as of {@link SampledTree.nodes}. */
  readonly nodes: Int32Array;
  /** {@link ALLOCATION_COLUMNS} numbers a sample. */
  readonly samples: Float64Array;
  readonly strings: readonly string[];
  /** Time for which the thread read samples instead of running, nanoseconds. */
  readonly readNs: number;
}

/** Columns of {@link SampledAllocations.samples}: a row of nodes, bytes of the object, number in V8, 1 if it is alive. */
export const ALLOCATION_COLUMNS = ['node', 'bytes', 'number', 'isAlive'] as const;

/** V8's heap profiler of one thread, which keeps the samples of objects that were collected, and tells them apart. */
export interface NativeHeapSampler {
  /** Samples an object every so many bytes on average. False if the heap of this thread is sampled already. */
  start(intervalBytes: number): boolean;
  /** The number of the last sample so far, and the time for which the thread has read samples, nanoseconds. */
  position(): readonly [last: number, readNs: number];
  /** All samples so far; undefined if another user has ended V8's profiler. */
  samples(): SampledAllocations | undefined;
  /** Ends it, and forgets all samples. */
  stop(): void;
}

/** Samples of the memory of this process, on a thread of the system that is there while any are taken. */
export interface NativeMemory {
  /**
   * Adds the resident set size of the process to the series `rss` every so many milliseconds, and to `heap` the used heap
   * of this thread, at most every 20 ms, read between two instructions of its code; times are nanoseconds since
   * `originNs` on CLOCK_MONOTONIC. It closes both once the Int32 in `stopFlag` is not 0, and when this thread ends.
   * False if the system does not tell of memory, or has no thread left.
   */
  sample(
    rss: SharedArrayBuffer,
    heap: SharedArrayBuffer,
    stopFlag: SharedArrayBuffer,
    originNs: bigint,
    intervalMs: number
  ): boolean;
}

/** Calls of functions of the threads of this process, each of one that answers, on any thread. */
export interface NativeThreads {
  /**
   * Has this thread, of that number, answer by calling a function with a text, from now on; what it throws is lost. A
   * thread whose function returns false is in the midst of what it is asked for, and is not held after the answer.
   * The function is called with `full N`, too, once, when the heap of the thread reaches its limit of N bytes: V8 or
   * Node ends the thread after it.
   */
  answerWith(thread: number, answer: (text: string) => unknown): void;
  /**
   * Has a thread answer once, as soon as it can: between two instructions of code that runs, while it sleeps in
   * `Atomics.wait`, or by waking its event loop. Returns at once; false if there is no such thread. `isLast`: after its
   * answers it does nothing more until {@link letGo}, for a second at most.
   */
  ask(thread: number, text: string, isLast?: boolean): boolean;
  /**
   * Asks a thread once, after so many milliseconds, or as soon as there is a file `orFile`, whatever the thread does
   * meanwhile. False if the system has no thread left that waits for it.
   */
  askLater(thread: number, text: string, afterMs: number, orFile?: string): boolean;
  /** Lets a thread go on that does nothing since its last answer. */
  letGo(thread: number): void;
  /** The number of answers of a thread; -1 if there is none that answers, or it has ended. */
  answered(thread: number): number;
  /** Has this thread sleep for whole milliseconds, also where an answer interrupts its `Atomics.wait`. */
  pause(ms: number): void;
  /**
   * How long this thread was ready to run so far while others had all cores, nanoseconds; 0 where the system does not
   * tell. It asks the system by no function that a program may have replaced.
   */
  queuedNs(): number;
}

/** Functions in native code that call others. */
export interface NativeCalls {
  /**
   * A function that calls `prepare` with what it gets, then the function in the list that this returns, with the receiver
   * and the arguments behind it, and then `finish` with the result, if there is one. It is in no stack.
   */
  makeUnseen(
    prepare: (this: unknown, ...args: readonly unknown[]) => readonly unknown[],
    finish?: (result: unknown) => unknown
  ): (this: unknown, ...args: unknown[]) => unknown;
}

/** What takes V8's C++ interface. */
export interface V8Addon {
  readonly calls: NativeCalls;
  readonly heap: NativeHeapSampler;
  readonly memory: NativeMemory;
  readonly sampler: NativeCpuSampler;
  readonly threads: NativeThreads;
}

/** The addon's file for this Node in `folder`, by default that of the package. */
export function v8AddonFile(folder: string = packageFiles().v8AddonFolder): string {
  const { platform, arch, versions } = process;
  return join(folder, `v8-${platform}-${arch}-abi${versions.modules}.node`);
}

/** There is no addon for this system and this release of Node; the message is a full sentence with advice. */
export class V8AddonUnavailableError extends Error {
  override readonly name = 'V8AddonUnavailableError';
}

/**
 * The addon for this Node from `folder`, by default that of the package.
 *
 * @throws V8AddonUnavailableError
 */
export function loadV8Addon(folder?: string): V8Addon {
  try {
    return loadBinary(v8AddonFile(folder)) as V8Addon;
  } catch (error) {
    const { platform, arch, versions } = process;
    const [reason] = messageOf(error).split('\n');
    throw new V8AddonUnavailableError(
      `Total times per line need Kernelscope's own sampler, which has no binary here for Node ` +
        `${versions.node} on ${platform}-${arch} (${reason}); use Node 20, 22 or 24 on Linux x64, or ` +
        'switch them off with --no-lines.'
    );
  }
}
