import { setFlagsFromString } from 'node:v8';
import { Session } from 'node:inspector';
import { messageOf } from '../../../base/errors';
import {
  type NativeHeapSampler,
  V8AddonUnavailableError,
  loadV8Addon
} from '../../../native/v8Addon';
import { obtainCollector } from '../../process/garbageCollector';
import { inspectorSessions } from '../../process/inspectorSessions';
import type { HeapSampling } from './heapEstimate';
import {
  type HeapPosition,
  type HeapProfile,
  type HeapWindow,
  keptWindow,
  lastOrdinal,
  windowOf
} from './heapWindow';

const TAKEN = 'Another profiler samples the heap of this thread';

/** A recording of the heap under way. */
export type HeapRecording = HeapPosition;

/**
 * V8's sampling heap profiler of the calling thread, of which there is one, shared by all recordings:
 * it runs while one is open. V8 either keeps the samples of collected garbage or drops them, and does a
 * full collection before each of its answers. Where both amounts are asked for it drops them, and the addon
 * keeps them; without an addon only what is alive is sampled.
 */
export class HeapAttachment {
  #session: Session | null = null;
  #native: NativeHeapSampler | null = null;
  #lacksAddon = false;
  #foldAgain: () => void = () => undefined;
  readonly #open = new Set<HeapRecording>();
  #running: HeapSampling = { intervalBytes: 0, amount: 'allocated' };

  /** @param openNative gives the addon's part of this thread; throws V8AddonUnavailableError where there is none */
  constructor(private readonly openNative: () => NativeHeapSampler = () => loadV8Addon().heap) {}

  /** True while less is sampled than the first recording asked for, because there is no addon for it. */
  get lacksAddon(): boolean {
    return this.#lacksAddon;
  }

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
    const recording = isFirst ? { after: 0, readNs: 0 } : this.#position();
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
      if (this.#native) return this.#keptWindow(this.#native, recording);
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
    const session = new Session();
    session.connect();
    this.#session = session;
    try {
      this.#refuseOthers();
      this.#running = this.#start(sampling);
    } catch (error) {
      this.#detach();
      throw error;
    }
    if (this.#running.amount !== 'allocated') this.#foldAgain = separateAllocations();
  }

  /** Returns what is sampled, which without an addon is less than both. */
  #start({ intervalBytes, amount }: HeapSampling): HeapSampling {
    const native = amount === 'both' ? this.#openNative() : null;
    this.#lacksAddon = amount === 'both' && native === null;
    if (native) {
      if (!native.start(intervalBytes)) throw new Error(TAKEN);
      this.#native = native;
      return { intervalBytes, amount };
    }
    const hasGarbage = amount === 'allocated';
    this.#post('HeapProfiler.startSampling', {
      samplingInterval: intervalBytes,
      includeObjectsCollectedByMajorGC: hasGarbage,
      includeObjectsCollectedByMinorGC: hasGarbage
    });
    return { intervalBytes, amount: hasGarbage ? 'allocated' : 'alive' };
  }

  #openNative(): NativeHeapSampler | null {
    try {
      return this.openNative();
    } catch (error) {
      if (!(error instanceof V8AddonUnavailableError)) throw error;
      return null;
    }
  }

  #position(): HeapRecording {
    if (this.#native) {
      const [after, readNs] = this.#native.position();
      return { after, readNs };
    }
    return { after: lastOrdinal(this.#look('getSamplingProfile').samples), readNs: 0 };
  }

  #keptWindow(native: NativeHeapSampler, recording: HeapRecording): HeapWindow {
    const collect = obtainCollector() ?? (() => this.#post('HeapProfiler.collectGarbage'));
    collect();
    const kept = native.samples();
    if (!kept) throw new Error('V8 delivered no profile of the heap');
    return keptWindow(kept, recording, this.#running.intervalBytes);
  }

  /** V8 lets a second user in without a word, and the first to stop ends it for both. */
  #refuseOthers(): void {
    let isTaken = true;
    try {
      this.#look('getSamplingProfile');
    } catch {
      isTaken = false;
    }
    if (isTaken) throw new Error(TAKEN);
  }

  #look(command: 'getSamplingProfile' | 'stopSampling'): HeapProfile {
    const { profile } = this.#post(`HeapProfiler.${command}`) as { profile?: HeapProfile };
    if (!profile) throw new Error('V8 delivered no profile of the heap');
    return profile;
  }

  #detach(): void {
    this.#foldAgain();
    this.#native?.stop();
    this.#native = null;
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
