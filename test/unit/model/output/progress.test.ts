import { describe, expect, it } from 'vitest';
import { ProfileError } from '../../../../src/schema/schema';
import { validateProgress } from '../../../../src/model/output/progress';

const VALID = {
  phase: 'recording',
  name: null,
  cellId: 'a1b2',
  elapsedMs: 12_000,
  rssBytes: 340e6,
  slices: 18_000
};

describe('validateProgress', () => {
  it('takes what the kernel sends, and nothing besides', () => {
    expect(validateProgress({ ...VALID, more: 1 })).toEqual(VALID);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['an unknown stage', { ...VALID, phase: 'toString' }],
    ['a name that is too long', { ...VALID, name: 'x'.repeat(1001) }],
    ['no cell', { ...VALID, cellId: undefined }],
    ['a time before the start', { ...VALID, elapsedMs: -1 }],
    ['memory that is not finite', { ...VALID, rssBytes: Infinity }],
    ['slices in words', { ...VALID, slices: '18,000' }]
  ])('refuses %s', (_, value) => {
    expect(() => validateProgress(value)).toThrow(ProfileError);
  });
});
