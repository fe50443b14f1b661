import type { Track } from '../../model/profile/profile';

/**
 * Node numbers workers from 1. This value plus that number is a thread id that is the same in every run
 * and that no process has: Linux process ids are below 2²².
 */
const FIRST_WORKER_TID = 2 ** 22;

/** Index of the track of the process, the first of every profile that is recorded. */
export const PROCESS_TRACK = 0;

/** The track of a worker thread, below the process. */
export function workerTrack(worker: number, pid: number, parent: number): Track {
  return { name: `worker ${worker}`, kind: 'worker', parent, pid, tid: FIRST_WORKER_TID + worker };
}

/** The tracks of a process and of its recorded thread, which is Node's thread `threadId`. */
export function initialTracks(pid: number, threadId: number): Track[] {
  const main = {
    name: 'main thread',
    kind: 'thread',
    parent: PROCESS_TRACK,
    pid,
    tid: pid
  } as const;
  const process = { name: 'process', kind: 'process', parent: -1, pid, tid: 0 } as const;
  return [process, threadId === 0 ? main : workerTrack(threadId, pid, PROCESS_TRACK)];
}
