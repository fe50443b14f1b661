import { describe, expect, it } from 'vitest';
import {
  alignLeft,
  alignRight,
  codePointLength,
  firstCodePoints,
  withoutCodePoints
} from '../../../src/base/codePoints';

describe('text in code points', () => {
  it('counts a pair of surrogates once, and each half of one alone', () => {
    expect(['', 'größe', '🚀🚀', '\ud800\ud800', '🚀\udc00'].map(codePointLength)).toEqual([
      0, 5, 2, 2, 2
    ]);
  });

  it('is cut between code points', () => {
    expect(firstCodePoints('a🚀b', 2)).toBe('a🚀');
    expect(withoutCodePoints('a🚀b', 2)).toBe('b');
    expect([firstCodePoints('abc', 2), withoutCodePoints('abc', 2)]).toEqual(['ab', 'c']);
  });

  it('is aligned by code points, and left alone when it is longer', () => {
    expect([alignLeft('🚀', 3), alignRight('🚀', 3), alignRight('long', 3)]).toEqual([
      '🚀  ',
      '  🚀',
      'long'
    ]);
  });
});
