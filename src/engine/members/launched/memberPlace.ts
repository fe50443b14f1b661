import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';

/** Environment variable that names the folder of members to a process that is one. */
export const MEMBERS_VARIABLE = 'KERNELSCOPE_MEMBERS';

/** The key of that folder in the data that worker threads inherit, `register` knows it too. */
const THREAD_DATA = 'kernelscope.members';

export interface MemberPlace {
  /** Null while nothing is recorded, and threads stand by. */
  readonly folder: string | null;
  /** The module that every Node program loads first if it should be a member. */
  readonly registerFile: string;
  /** The module that every thread loads first if it should be a member, or stand by. */
  readonly threadFile: string;
}

/** A place, as worker threads inherit it. */
export interface InheritedPlace extends MemberPlace {
  /** The thread that inherits it to others. */
  readonly threadId: number;
}

/** The place for what this thread starts; it changes with each recording. */
export class MemberSite implements MemberPlace {
  readonly #isForThreads: boolean;
  readonly registerFile: string;
  readonly threadFile: string;
  #current: string | null;

  /** Where `forThreads` is false, worker threads are not told of it. */
  constructor({ folder, registerFile, threadFile }: MemberPlace, { forThreads = true } = {}) {
    this.#isForThreads = forThreads;
    this.#current = folder;
    this.registerFile = registerFile;
    this.threadFile = threadFile;
    this.#share();
  }

  get folder(): string | null {
    return this.#current;
  }

  /**
   * Threads and processes started from now on record themselves into `folder`; with null they do not.
   */
  moveTo(folder: string | null): void {
    this.#current = folder;
    this.#share();
  }

  /** Calls `start`; the worker threads that it starts know of no place. */
  hiding<T>(start: () => T): T {
    setEnvironmentData(THREAD_DATA, undefined);
    try {
      return start();
    } finally {
      this.#share();
    }
  }

  #share(): void {
    if (!this.#isForThreads) return;
    const { folder, registerFile, threadFile } = this;
    const inherited: InheritedPlace = { folder, registerFile, threadFile, threadId };
    setEnvironmentData(THREAD_DATA, { ...inherited });
  }
}

/** The place that was inherited; null outside of a recording. */
export function inheritedPlace(): InheritedPlace | null {
  return (getEnvironmentData(THREAD_DATA) as InheritedPlace | undefined) ?? null;
}
