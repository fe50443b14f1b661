import type { Runtime } from 'node:inspector';
import { Session } from 'node:inspector';
import { messageOf } from '../../../base/errors';
import type { SampledHeap } from './heapObjects';

/** A recording of the heap under way. */
export interface HeapRecording {
  /** V8's samples from before. */
  readonly before: HeapSums;
}

/** V8's samples of each node of its tree, by the node's id. */
export type HeapSums = ReadonlyMap<number, SampledHeap>;

/** V8's samples in a recording. */
export interface HeapWindow {
  readonly root: HeapNode;
  /** The samples that belong to the recording. */
  readonly sums: HeapSums;
  readonly intervalBytes: number;
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
interface HeapProfile {
  readonly head: HeapNode;
  readonly samples: readonly { readonly nodeId: number }[];
}

/**
 * V8's sampling heap profiler of the calling thread, of which there is one, shared by all recordings:
 * it runs while one is open. Its results include collected garbage.
 */
export class HeapAttachment {
  private session: Session | null = null;
  private readonly open = new Set<HeapRecording>();
  private activeBytes = 0;

  /** The interval V8 samples with at present, bytes; 0 when it does not. */
  get intervalBytes(): number {
    return this.open.size > 0 ? this.activeBytes : 0;
  }

  /**
   * Starts a recording. Recordings may overlap; they then share the interval of the first one.
   *
   * @throws RangeError for an interval below 1 byte, Error when V8 refuses.
   */
  begin(intervalBytes: number): HeapRecording {
    if (!(intervalBytes >= 1 && intervalBytes < 2 ** 31)) {
      throw new RangeError(`Cannot sample every ${intervalBytes} bytes: give 1 byte or more`);
    }
    const isFirst = this.open.size === 0;
    if (isFirst) this.attach(intervalBytes);
    const before = isFirst ? new Map() : sumsOf(this.look('getSamplingProfile'));
    const recording: HeapRecording = { before };
    this.open.add(recording);
    return recording;
  }

  /**
   * Ends a recording and returns what V8 sampled in it.
   *
   * @throws Error for a recording that has ended, and when V8 delivers nothing.
   */
  end(recording: HeapRecording): HeapWindow {
    if (!this.open.delete(recording)) {
      throw new Error('This recording of the heap has ended already');
    }
    const isLast = this.open.size === 0;
    try {
      const profile = this.look(isLast ? 'stopSampling' : 'getSamplingProfile');
      const sums = difference(sumsOf(profile), recording.before);
      return { root: profile.head, sums, intervalBytes: this.activeBytes };
    } finally {
      if (isLast) this.detach();
    }
  }

  /** Ends everything; recordings that still run are lost. */
  dispose(): void {
    this.open.clear();
    this.detach();
  }

  private attach(samplingInterval: number): void {
    const session = new Session();
    session.connect();
    this.session = session;
    try {
      this.refuseOthers();
      this.post('HeapProfiler.startSampling', {
        samplingInterval,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true
      });
    } catch (error) {
      this.detach();
      throw error;
    }
    this.activeBytes = samplingInterval;
  }

  /** V8 lets a second user in without a word, and the first to stop ends it for both. */
  private refuseOthers(): void {
    let isTaken = true;
    try {
      this.look('getSamplingProfile');
    } catch {
      isTaken = false;
    }
    if (isTaken) throw new Error('Another profiler samples the heap of this thread');
  }

  private look(command: 'getSamplingProfile' | 'stopSampling'): HeapProfile {
    const { profile } = this.post(`HeapProfiler.${command}`) as { profile?: HeapProfile };
    if (!profile) throw new Error('V8 delivered no profile of the heap');
    return profile;
  }

  private detach(): void {
    this.session?.disconnect();
    this.session = null;
  }

  /** Sends a command to this thread's own inspector, which answers before `post` returns. */
  private post(method: string, params?: object): object {
    let answer: object = {};
    let failure: Error | null = null;
    this.session?.post(method, params, (error, result) => {
      failure = error;
      answer = result ?? {};
    });
    if (failure) throw new Error(`${method}: ${messageOf(failure)}`);
    return answer;
  }
}

function sumsOf({ head, samples }: HeapProfile): HeapSums {
  const counts = new Map<number, number>();
  for (const { nodeId } of samples) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const sums = new Map<number, SampledHeap>();
  const open: HeapNode[] = [head];
  for (let node = open.pop(); node; node = open.pop()) {
    sums.set(node.id, { bytes: node.selfSize, samples: counts.get(node.id) ?? 0 });
    open.push(...node.children);
  }
  return sums;
}

function difference(now: HeapSums, before: HeapSums): HeapSums {
  if (before.size === 0) return now;
  const left = new Map<number, SampledHeap>();
  for (const [id, { bytes, samples }] of now) {
    const known = before.get(id);
    left.set(id, { bytes: bytes - (known?.bytes ?? 0), samples: samples - (known?.samples ?? 0) });
  }
  return left;
}
