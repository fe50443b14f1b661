import { describe, expect, it } from 'vitest';
import { sideBySide } from '../../../scripts/steps/sideBySide.mjs';

describe('sideBySide', () => {
  it('runs at most so many at a time, and resolves with all results in order', async () => {
    let running = 0;
    let most = 0;
    const tasks = [30, 1, 10, 1, 5].map((ms, index) => async () => {
      most = Math.max(most, (running += 1));
      await new Promise(resolve => setTimeout(resolve, ms));
      running -= 1;
      return index;
    });
    expect(await sideBySide(tasks, 2)).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
  });

  it('rejects with what a task throws', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    await expect(sideBySide([broken], 2)).rejects.toThrow('broken');
  });
});
