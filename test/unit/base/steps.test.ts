import { describe, expect, it } from 'vitest';
import { type Steps, runSteps } from '../../../src/base/steps';

describe('runSteps', () => {
  it('does every step and gives the result', () => {
    const done: number[] = [];
    function* count(): Steps<string> {
      for (let step = 0; step < 3; step++) {
        done.push(step);
        yield null;
      }
      return 'all';
    }
    expect(runSteps(count())).toBe('all');
    expect(done).toEqual([0, 1, 2]);
  });
});
