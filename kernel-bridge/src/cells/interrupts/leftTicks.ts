import { intrinsics } from 'kernelscope/host';

/** The flag that Node checks before it queues a tick. */
const host = process as unknown as { _exiting: boolean };
const nextTick = process.nextTick.bind(process);

/**
 * Calls `act` as soon as no tick of a program is waiting any more. V8 drops all waiting microtasks when
 * it ends one; Node keeps the ticks, and one that keeps adding the next leaves no time for anything
 * else. The waiting ticks run once more, and none is added meanwhile.
 */
export function afterLeftTicks(act: () => void): void {
  nextTick(() => {
    host._exiting = false;
    intrinsics.begin(act);
  });
  host._exiting = true;
}
