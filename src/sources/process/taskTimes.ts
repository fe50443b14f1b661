import { readdirSync, readFileSync } from 'node:fs';
import { threadTimes } from './threadTimes';

/** The folder in which Linux lists the threads of this process. */
const TASKS = '/proc/self/task';

/** One thread of this process, as the system knows it. */
export interface TaskTime {
  /** The system's number of the thread; that of the main thread is the number of the process. */
  readonly id: number;
  /** The name that it was given, cut to 15 characters; empty for a thread that has ended. Read when it is asked for. */
  readonly name: string;
  /** CPU time so far, nanoseconds. */
  readonly cpuNs: number;
}

/** The numbers of all threads of this process; none where the system does not tell. */
export function taskIds(): readonly number[] {
  try {
    return readdirSync(TASKS).map(Number);
  } catch {
    return [];
  }
}

/** All threads of this process with their CPU time; none where the system does not tell. */
export function taskTimes(): readonly TaskTime[] {
  return taskIds().flatMap(id => taskTime(id) ?? []);
}

/** Measures the CPU time that threads use from a given moment on; threads that have ended do not count. */
export class TaskUse {
  readonly #before: ReadonlyMap<number, number>;

  /** `now` are all threads at that moment. */
  constructor(now: readonly TaskTime[]) {
    this.#before = new Map(now.map(({ id, cpuNs }) => [id, cpuNs]));
  }

  /** The CPU time that `tasks` have used since then, nanoseconds. */
  of(tasks: readonly TaskTime[]): number {
    return tasks.reduce((sum, { id, cpuNs }) => sum + cpuNs - (this.#before.get(id) ?? 0), 0);
  }
}

/** One thread of this process; null if there is none, or the system does not report it. */
export function taskTime(id: number): TaskTime | null {
  const times = threadTimes(`${TASKS}/${id}`);
  return times && new ReadTask(id, times.ranNs);
}

class ReadTask implements TaskTime {
  #name: string | null = null;

  constructor(
    readonly id: number,
    readonly cpuNs: number
  ) {}

  get name(): string {
    return (this.#name ??= nameOf(this.id));
  }
}

function nameOf(id: number): string {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
