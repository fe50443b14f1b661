import { setTimeout as sleep } from 'node:timers/promises';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { NS_PER_MS } from '../../base/time';
import type { GpuAddon } from '../../native/gpuAddon';
import type { GpuFailure } from '../../native/gpuFailure';
import type { EndWatcher } from '../../record/build/contribution';

/** A wait that is longer than this is announced, milliseconds. */
const ANNOUNCED_MS = 1000;

/** The longest time between two looks, milliseconds. */
const LONGEST_PAUSE_MS = 20;

/** The dependencies of a wait for the work of GPUs. */
export interface LateWorkDeps {
  readonly gpu: Pick<GpuAddon, 'beginWait' | 'lookAtWait'>;
  /** The longest time to wait, milliseconds. */
  readonly limitMs: number;
  /** Monotonic time, nanoseconds. */
  readonly now: () => bigint;
  readonly watcher?: EndWatcher | undefined;
}

/** How a wait ended: the calls that failed in it, or null if the GPUs are still working. */
export type LateWork = readonly GpuFailure[] | null;

/**
 * Waits until the GPUs have finished the work launched so far, the limit has passed, or the watcher wants
 * no more. Other code of the thread runs meanwhile.
 */
export async function waitForWork({ gpu, limitMs, now, watcher }: LateWorkDeps): Promise<LateWork> {
  const wait = gpu.beginWait();
  const begunNs = now();
  let isAnnounced = false;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const state = gpu.lookAtWait(wait, 0);
    if (typeof state === 'object') return state;
    const waitedMs = Number(now() - begunNs) / NS_PER_MS;
    if (waitedMs >= limitMs || watcher?.isCutOff()) return null;
    if (waitedMs >= ANNOUNCED_MS && !isAnnounced) {
      isAnnounced = true;
      watcher?.waiting(limitMs);
    }
    const restMs = Math.max(1, Math.min(pauseMs, limitMs - waitedMs));
    await intrinsics.own(async () => sleep(restMs));
  }
}

/** The same where no other code runs any more: blocks the thread. A signal ends the wait as well. */
export function waitForWorkNow({ gpu, limitMs, watcher }: Omit<LateWorkDeps, 'now'>): LateWork {
  const wait = gpu.beginWait();
  const firstMs = Math.min(limitMs, ANNOUNCED_MS);
  let state = gpu.lookAtWait(wait, firstMs);
  if (state === 'working' && limitMs > firstMs) {
    watcher?.waiting(limitMs);
    state = gpu.lookAtWait(wait, limitMs - firstMs);
  }
  return typeof state === 'object' ? state : null;
}
