import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/tables/csvText';

describe('csvText', () => {
  it('defuses formulas behind white space and in wide forms', () => {
    expect(csvText(' =1+1')).toBe("' =1+1");
    expect(csvText('\n=1+1')).toBe('"\'\n=1+1"');
    expect(csvText('\uff1d1+1')).toBe("'\uff1d1+1");
    expect(csvText('\u00a0@sum')).toBe("'\u00a0@sum");
  });

  it('leaves other text as it is', () => {
    expect(csvText('a - b = c')).toBe('a - b = c');
    expect(csvText('')).toBe('');
  });
});
