import { setTimeout as sleep } from 'node:timers/promises';
import { intrinsics } from 'kernelscope/host';

/** A wait of so many milliseconds that does not keep the process running. */
export function idlePause(ms: number): () => Promise<void> {
  return () => sleep(ms, undefined, { ref: false });
}

/** Work that can wait until nobody uses the kernel. */
export interface IdleTask {
  /** True while it would disturb. */
  isBusy(): boolean;
  run(): void;
}

/**
 * A function to call after each cell. When no other cell has followed during a whole `pause`, which takes one
 * to two of them, the task runs, unless it would disturb: then it waits for the next cell.
 */
export function whenIdle(task: IdleTask, pause: () => Promise<void>): () => void {
  let answered = 0;
  let isWaiting = false;
  const wait = async (): Promise<void> => {
    isWaiting = true;
    for (let seen = -1; seen !== answered;) {
      seen = answered;
      await pause();
    }
    isWaiting = false;
    if (!task.isBusy()) intrinsics.own(() => task.run());
  };
  return () => {
    answered += 1;
    if (!isWaiting) void wait();
  };
}
