import { describe, expect, it } from 'vitest';
import { whenIdle } from '../../../../kernel-bridge/src/host/idleWork';

/** A kernel whose pauses end when the test says so. */
function idleKernel() {
  const pauses: (() => void)[] = [];
  const kernel = { isBusy: false, collections: 0 };
  const answered = whenIdle(
    { isBusy: () => kernel.isBusy, run: () => void kernel.collections++ },
    () => new Promise(resolve => pauses.push(resolve))
  );
  const endPause = async (): Promise<void> => {
    pauses.shift()?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { kernel, pauses, answered, endPause };
}

describe('an idle kernel', () => {
  it('collects garbage when no cell has followed for a while, once', async () => {
    const { kernel, pauses, answered, endPause } = idleKernel();
    answered();
    expect(kernel.collections).toBe(0);
    await endPause();
    expect(kernel.collections).toBe(1);
    expect(pauses).toHaveLength(0);
  });

  it('waits again after each cell that follows, with one timer', async () => {
    const { kernel, pauses, answered, endPause } = idleKernel();
    for (let cell = 0; cell < 5; cell++) answered();
    expect(pauses).toHaveLength(1);
    await endPause();
    answered();
    await endPause();
    expect(kernel.collections).toBe(0);
    await endPause();
    expect(kernel.collections).toBe(1);
  });

  it('leaves a cell that runs, and a recording, alone until the next cell', async () => {
    const { kernel, pauses, answered, endPause } = idleKernel();
    kernel.isBusy = true;
    answered();
    await endPause();
    expect([kernel.collections, pauses.length]).toEqual([0, 0]);
    kernel.isBusy = false;
    answered();
    await endPause();
    expect(kernel.collections).toBe(1);
  });
});
