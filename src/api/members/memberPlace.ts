import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';

/** Environment variable that names the folder of members to a process that is one. */
export const MEMBERS_VARIABLE = 'KERNELSCOPE_MEMBERS';

/** The key of that folder in the data that worker threads inherit, `register` knows it too. */
const THREAD_DATA = 'kernelscope.members';

/** Where members of a recording are, as worker threads inherit it. */
export interface MemberPlace {
  readonly folder: string;
  /** The module that every Node program loads first which is to be a member. */
  readonly registerFile: string;
  /** The thread that inherits it to others. */
  readonly threadId: number;
}

/** Has all worker threads that this thread starts, and theirs, know the place; null has them not. */
export function shareWithThreads(place: Omit<MemberPlace, 'threadId'> | null): void {
  setEnvironmentData(THREAD_DATA, place === null ? undefined : { ...place, threadId });
}

/** The place that was inherited; null outside of a recording. */
export function inheritedPlace(): MemberPlace | null {
  return (getEnvironmentData(THREAD_DATA) as MemberPlace | undefined) ?? null;
}
