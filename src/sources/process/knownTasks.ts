import { existsSync } from 'node:fs';
import { type TaskTime, taskIds } from './taskTimes';
import { toldTasks } from './toldTasks';

/** Names of V8's and Node's own threads, and those that run JavaScript, where Node names them. */
const NODE_NAMES = ['MainThread', 'WorkerThread', 'V8Worker', 'DelayedTaskSche', 'SignalInspector'];

/** The beginning of the names of threads that V8 starts to take samples. */
const V8_SAMPLER = 'v8:ProfEvnt';

/** Threads noted until those that have ended are searched for. */
const FIRST_ROOM = 256;

/** The threads of this process that do not run native code of interest: JavaScript's and V8's. */
export class KnownTasks {
  readonly #known = new Set<number>();
  readonly #helpers = new Set<number>();
  #seesWorkers = false;
  #room = FIRST_ROOM;

  /**
   * `first` are the threads from the start of the process, before native code had any; `now` those at a moment, and
   * `told` what {@link tellTask} has written.
   */
  constructor(
    first: readonly number[] = taskIds(),
    private readonly now: () => readonly number[] = taskIds,
    private readonly told: () => Int32Array | null = toldTasks
  ) {
    for (const id of first) this.#known.add(id);
  }

  /** From now on every worker thread of the program is started by {@link starting}, or after {@link noteStart}. */
  seeWorkers(): void {
    this.#seesWorkers = true;
  }

  /** Starts a worker thread, and knows it from then on. */
  starting<T>(start: () => T): T {
    return this.#noting(start, id => this.#known.add(id));
  }

  /** To be called before a worker thread is started; the returned function after it: it is known from then on. */
  noteStart(): () => void {
    return this.#noteStart(id => this.#known.add(id));
  }

  /** Starts a thread of recording itself, and knows it from then on. */
  startingHelper<T>(start: () => T): T {
    return this.#noting(start, id => {
      this.#known.add(id);
      this.#helpers.add(id);
    });
  }

  /** The threads that were started by {@link startingHelper}. */
  get helperIds(): readonly number[] {
    return [...this.#helpers];
  }

  /** True while a thread that was started by {@link startingHelper} runs, where that can be seen. */
  get hasRunningHelper(): boolean {
    return this.helperIds.some(id => existsSync(`/proc/self/task/${id}`));
  }

  /** Those of `tasks` that record: threads that were started by {@link startingHelper}, and V8's. */
  helpersAmong(tasks: readonly TaskTime[]): readonly TaskTime[] {
    return tasks.filter(({ id, name }) => this.#helpers.has(id) || name.startsWith(V8_SAMPLER));
  }

  /**
   * The `tasks` that run only native code; none if that is unknown, because Node does not name its
   * threads and worker threads may have been started unseen.
   */
  nativeAmong(tasks: readonly TaskTime[]): readonly TaskTime[] {
    const areNamed = tasks.some(({ name }) => name === 'V8Worker');
    if (!areNamed && !this.#seesWorkers) return [];
    const told = new Set(this.told()?.subarray(1));
    return tasks.filter(({ id, name }) => {
      const hasEnded = name === '';
      if (hasEnded || told.has(id)) return false;
      if (name.startsWith('v8:') || NODE_NAMES.includes(name)) return false;
      return areNamed || !this.#known.has(id);
    });
  }

  #noting<T>(start: () => T, note: (id: number) => void): T {
    const noteStarted = this.#noteStart(note);
    const started = start();
    noteStarted();
    return started;
  }

  #noteStart(note: (id: number) => void): () => void {
    const before = new Set(this.now());
    return () => {
      const running = this.now();
      for (const id of running) if (!before.has(id)) note(id);
      if (this.#known.size > this.#room) this.#forgetEnded(new Set(running));
    };
  }

  #forgetEnded(running: ReadonlySet<number>): void {
    for (const id of [...this.#known]) if (!running.has(id)) this.#known.delete(id);
    for (const id of this.helperIds) if (!running.has(id)) this.#helpers.delete(id);
    this.#room = Math.max(FIRST_ROOM, 2 * this.#known.size);
  }
}

/** The threads that are known in this process. */
export const knownTasks = new KnownTasks();
