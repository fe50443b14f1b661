import { formatDuration } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import type { Contribution, Source } from '../../record/build/contribution';
import { type KnownTasks, knownTasks } from './knownTasks';
import { SourceFaults, type SourceKind } from '../source';
import { type TaskTime, TaskUse, taskTimes } from './taskTimes';
import { processCpuNs } from './threadTimes';

/** Less is within what samplers and pools use for themselves, nanoseconds. */
const LEAST_NS = 100 * NS_PER_MS;

/** Less of all threads' CPU time is not worth a sentence. */
const LEAST_SHARE = 0.05;

/** Settings of {@link NativeThreads}; the defaults are this process. */
export interface NativeThreadsOptions {
  readonly known?: Pick<KnownTasks, 'nativeAmong'>;
  readonly read?: () => readonly TaskTime[];
  /** CPU time of the process so far, nanoseconds. */
  readonly processNs?: () => number;
}

/**
 * Measures what threads use that run no JavaScript, such as the pool of libuv and those of native
 * modules: no sample shows it. Threads of V8, which collect garbage and compile, are not among them, nor
 * are worker threads. It speaks of 0.1 s or more, if that is 5 % of the CPU time of the process; what
 * used threads that have ended before the end of the recording is not known.
 */
export class NativeThreads implements Source {
  readonly #faults = new SourceFaults('nativeThreads', 'Their CPU time is not known.');
  readonly #known: Pick<KnownTasks, 'nativeAmong'>;
  readonly #read: () => readonly TaskTime[];
  readonly #processNs: () => number;
  #use = new TaskUse([]);
  #startNs = 0;
  #measured: { readonly nativeNs: number; readonly allNs: number } | null = null;

  constructor(options: NativeThreadsOptions = {}) {
    this.#known = options.known ?? knownTasks;
    this.#read = options.read ?? taskTimes;
    this.#processNs = options.processNs ?? processCpuNs;
  }

  start(): void {
    this.#startNs = this.#processNs();
    this.#use = new TaskUse(this.#faults.guard(this.#read, []));
  }

  /** CPU time used from now on, when profiles are built, does not count. */
  endWindow(): void {
    if (this.#measured !== null) return;
    // reading all threads takes longer than many a cell
    if (this.#processNs() - this.#startNs < LEAST_NS) {
      this.#measured = { nativeNs: 0, allNs: 0 };
      return;
    }
    const tasks = this.#faults.guard(this.#read, []);
    const native = this.#faults.guard(() => this.#known.nativeAmong(tasks), []);
    this.#measured = { nativeNs: this.#use.of(native), allNs: this.#use.of(tasks) };
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    const { nativeNs, allNs } = this.#measured ?? { nativeNs: 0, allNs: 0 };
    if (nativeNs >= LEAST_NS && nativeNs >= LEAST_SHARE * allNs) {
      const used = formatDuration(nativeNs);
      this.#faults.limited(
        `${used} of CPU time outside JavaScript, such as libuv's pool or threads of native modules, ` +
          'that CPU samples do not show.'
      );
    }
    return { report: this.#faults.report(0) };
  }
}

/** CPU time of the threads of V8 and Node, on the main thread of a process whose CPU is sampled. */
export const NATIVE_THREADS: SourceKind<
  { readonly cpuIntervalUs: number | 'auto' | null },
  { readonly threadId: number }
> = {
  open: ({ threadId }) => ({
    sources: ({ cpuIntervalUs }) =>
      cpuIntervalUs !== null && threadId === 0 ? [new NativeThreads()] : []
  })
};
