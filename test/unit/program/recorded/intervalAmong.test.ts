import { describe, expect, it } from 'vitest';
import { intervalAmong } from '../../../../src/program/recorded/intervalAmong';

describe('the time between CPU samples of a member', () => {
  it('is the requested one, or the usual one, where there are cores for all', () => {
    expect([1, 2, 4].map(recorded => intervalAmong(recorded, 500, 2))).toEqual([500, 500, 500]);
    expect(intervalAmong(1, undefined, 2)).toBe('auto');
    expect(intervalAmong(9, undefined, 2)).toBe(3000);
  });

  it('grows with the members that share the cores', () => {
    expect([5, 8, 9, 64].map(recorded => intervalAmong(recorded, 1000, 2))).toEqual([
      2000, 2000, 3000, 16_000
    ]);
    expect(intervalAmong(64, 1000, 32)).toBe(1000);
  });

  it('is none where no samples are wanted, and the requested one where the number is not known', () => {
    expect(intervalAmong(64, null, 2)).toBeNull();
    expect(intervalAmong(0, 1000, 2)).toBe(1000);
  });
});
