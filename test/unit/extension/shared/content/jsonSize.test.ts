import { describe, expect, it } from 'vitest';
import { isLargerThan } from '../../../../../extension/src/shared/content/jsonSize';

describe('isLargerThan', () => {
  it('counts text wherever it is', () => {
    const data = { rows: [['x'.repeat(500)], { text: 'y'.repeat(400) }] };
    expect(isLargerThan(data, 1000)).toBe(false);
    expect(isLargerThan(data, 900)).toBe(true);
  });

  it('stops early in a list of a million numbers', () => {
    expect(isLargerThan(new Array(1e6).fill(1), 10)).toBe(true);
  });

  it('takes anything that JSON can be', () => {
    for (const value of [null, undefined, 1, true, '', [], {}]) {
      expect(isLargerThan(value, 10)).toBe(false);
    }
  });
});
