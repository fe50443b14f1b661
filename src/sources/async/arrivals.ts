import { setImmediate as turn } from 'node:timers/promises';

/**
 * Resolves when this thread has read what had arrived for it. Where it was busy, or the process was stopped, a time limit
 * is over before what came in time is read.
 */
export async function arrivalsRead(): Promise<void> {
  await turn();
  await turn();
}
