import { setFlagsFromString } from 'node:v8';
import { type Runtime, Session } from 'node:inspector';
import { messageOf } from '../../../base/errors';
import { inspectorSessions } from '../../process/inspectorSessions';
import { type HeapSampling, type SampledHeap, estimateHeap } from './heapEstimate';
import type { HeapSample } from './heapSample';

/** A recording of the heap under way. */
export interface HeapRecording {
  /** The number of V8's last sample before it. */
  readonly after: number;
}

/** V8's samples of each node of its tree, by the node's id. */
export type HeapSums = ReadonlyMap<number, SampledHeap>;

/** V8's samples in a recording. */
export interface HeapWindow {
  readonly root: HeapNode;
  /** The samples that belong to the recording. */
  readonly sums: HeapSums;
  /** The number of samples that V8 took in it, at least; of what is alive it has fewer. */
  readonly taken: number;
  readonly sampling: HeapSampling;
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

/**
 * V8's sampling heap profiler of the calling thread, of which there is one, shared by all recordings:
 * it runs while one is open. V8 either keeps the samples of collected garbage or drops them, and does a
 * full collection before each of its answers.
 */
export class HeapAttachment {
  #session: Session | null = null;
  #foldAgain: () => void = () => undefined;
  readonly #open = new Set<HeapRecording>();
  #running: HeapSampling = { intervalBytes: 0, amount: 'allocated' };

  /** What V8 samples at present; null when it does not. */
  get sampling(): HeapSampling | null {
    return this.#open.size > 0 ? this.#running : null;
  }

  /**
   * Starts a recording. Recordings may overlap; they then share the sampling of the first one.
   *
   * @throws RangeError for an interval below 1 byte, Error when V8 refuses.
   */
  begin(sampling: HeapSampling): HeapRecording {
    const { intervalBytes } = sampling;
    if (!(intervalBytes >= 1 && intervalBytes < 2 ** 31)) {
      throw new RangeError(`Cannot sample every ${intervalBytes} bytes: give 1 byte or more`);
    }
    const isFirst = this.#open.size === 0;
    if (isFirst) this.#attach(sampling);
    const recording = { after: isFirst ? 0 : lastOrdinal(this.#look('getSamplingProfile')) };
    this.#open.add(recording);
    return recording;
  }

  /**
   * Ends a recording and returns what V8 sampled in it.
   *
   * @throws Error for a recording that has ended, and when V8 delivers nothing.
   */
  end(recording: HeapRecording): HeapWindow {
    if (!this.#open.delete(recording)) {
      throw new Error('This recording of the heap has ended already');
    }
    const isLast = this.#open.size === 0;
    try {
      const profile = this.#look(isLast ? 'stopSampling' : 'getSamplingProfile');
      return windowOf(profile, recording.after, this.#running);
    } finally {
      if (isLast) this.#detach();
    }
  }

  /** Ends everything; recordings that still run are lost. */
  dispose(): void {
    this.#open.clear();
    this.#detach();
  }

  #attach(sampling: HeapSampling): void {
    const hasGarbage = sampling.amount === 'allocated';
    const session = new Session();
    session.connect();
    this.#session = session;
    try {
      this.#refuseOthers();
      this.#post('HeapProfiler.startSampling', {
        samplingInterval: sampling.intervalBytes,
        includeObjectsCollectedByMajorGC: hasGarbage,
        includeObjectsCollectedByMinorGC: hasGarbage
      });
    } catch (error) {
      this.#detach();
      throw error;
    }
    this.#running = sampling;
    if (!hasGarbage) this.#foldAgain = separateAllocations();
  }

  /** V8 lets a second user in without a word, and the first to stop ends it for both. */
  #refuseOthers(): void {
    let isTaken = true;
    try {
      this.#look('getSamplingProfile');
    } catch {
      isTaken = false;
    }
    if (isTaken) throw new Error('Another profiler samples the heap of this thread');
  }

  #look(command: 'getSamplingProfile' | 'stopSampling'): HeapProfile {
    const { profile } = this.#post(`HeapProfiler.${command}`) as { profile?: HeapProfile };
    if (!profile) throw new Error('V8 delivered no profile of the heap');
    return profile;
  }

  #detach(): void {
    this.#foldAgain();
    if (this.#session) inspectorSessions.end(this.#session);
    this.#session = null;
  }

  /** Sends a command to this thread's own inspector, which answers before `post` returns. */
  #post(method: string, params?: object): object {
    let answer: object = {};
    let failure: Error | null = null;
    this.#session?.post(method, params, (error, result) => {
      failure = error;
      answer = result ?? {};
    });
    if (failure) throw new Error(`${method}: ${messageOf(failure)}`);
    return answer;
  }
}

/** What V8 sampled later than its sample with the number `after`. */
export function windowOf(profile: HeapProfile, after: number, sampling: HeapSampling): HeapWindow {
  const taken = Math.max(0, lastOrdinal(profile) - after);
  return { root: profile.head, sums: sumsOf(profile, after, sampling), taken, sampling };
}

function sumsOf({ head, samples }: HeapProfile, after: number, sampling: HeapSampling): HeapSums {
  const samplesOf = new Map<number, HeapSample[]>();
  for (const sample of samples) {
    const known = samplesOf.get(sample.nodeId);
    if (known) known.push(sample);
    else samplesOf.set(sample.nodeId, [sample]);
  }
  const sums = new Map<number, SampledHeap>();
  const open: HeapNode[] = [head];
  for (let node = open.pop(); node; node = open.pop()) {
    const { id, selfSize, callFrame, children } = node;
    const found = samplesOf.get(id) ?? [];
    const isArrayFrom = callFrame.url === '' && callFrame.functionName === 'from';
    sums.set(id, estimateHeap({ selfSize, samples: found, isArrayFrom }, after, sampling));
    open.push(...children);
  }
  return sums;
}

function lastOrdinal({ samples }: HeapProfile): number {
  return samples.reduce((last, { ordinal }) => Math.max(last, ordinal), 0);
}

/**
 * Has V8 allocate objects one by one in code that it optimizes from now on, until the result is called.
 * Otherwise it allocates several objects that are made in a row in one step, of which its heap profiler
 * sees only the first: of the entry `[key, value]` of a `new Map(entries)` it samples the array, which is
 * garbage, and never the value. Code that was optimized before stays as it is. Both hold for the whole
 * process: where several threads record, the first to end ends it for all.
 */
function separateAllocations(): () => void {
  setFlagsFromString('--no-turbo-allocation-folding');
  return () => setFlagsFromString('--turbo-allocation-folding');
}
