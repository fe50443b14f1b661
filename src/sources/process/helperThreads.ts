import type { Contribution, Source } from '../../record/build/contribution';
import { type KnownTasks, knownTasks } from './knownTasks';
import { SourceFaults, type SourceKind } from '../source';
import { type TaskTime, TaskUse, taskTime, taskTimes } from './taskTimes';

/** Settings of {@link HelperThreads}; the defaults are this process. */
export interface HelperThreadsOptions {
  readonly known?: Pick<KnownTasks, 'helpersAmong'>;
  readonly read?: () => readonly TaskTime[];
}

/**
 * Measures the CPU time that the threads of recording itself use, those of V8's samplers included: the
 * process uses it besides the overhead of the recorded thread. Nothing is known where the system does
 * not tell of threads.
 */
export class HelperThreads implements Source {
  readonly #faults = new SourceFaults('helperThreads', 'Their CPU time is not known.');
  readonly #known: Pick<KnownTasks, 'helpersAmong'>;
  readonly #read: () => readonly TaskTime[];
  #use = new TaskUse([]);
  #usedNs: number | undefined;

  constructor({ known = knownTasks, read = taskTimes }: HelperThreadsOptions = {}) {
    this.#known = known;
    this.#read = read;
  }

  start(): void {
    this.#use = new TaskUse(this.#faults.guard(this.#read, []));
  }

  endWindow(): void {
    if (this.#usedNs !== undefined) return;
    const tasks = this.#faults.guard(this.#read, []);
    if (tasks.length > 0) this.#usedNs = this.#use.of(this.#known.helpersAmong(tasks));
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    const report = this.#faults.report(0);
    return this.#usedNs === undefined
      ? { report }
      : { report, facts: { helperCpuNs: this.#usedNs } };
  }
}

/**
 * The main thread, so that it is known whether the system tells of threads, and those of recording itself:
 * reading all threads takes milliseconds where they are many.
 */
function readHelpers(): readonly TaskTime[] {
  return [process.pid, ...knownTasks.helperIds].flatMap(id => taskTime(id) ?? []);
}

/** CPU time of the threads that only record, where any other source does. V8's sample only the CPU. */
export const HELPER_THREADS: SourceKind<
  { readonly cpuIntervalUs: number | 'auto' | null },
  { readonly threadId: number }
> = {
  open: ({ threadId }) => ({
    sources: ({ cpuIntervalUs }, before) =>
      before.length > 0 && threadId === 0
        ? [new HelperThreads({ read: cpuIntervalUs === null ? readHelpers : taskTimes })]
        : []
  })
};
