import { describe, expect, it } from 'vitest';
import {
  editDistance,
  formatBytes,
  formatCount,
  formatDuration,
  joinSentences,
  joinWords,
  nearestName,
  plural
} from '../../../src/base/text';

describe('text', () => {
  it('counts things in the singular and the plural', () => {
    expect([plural(1, 'slice'), plural(0, 'slice'), plural(1234, 'entry', 'entries')]).toEqual([
      '1 slice',
      '0 slices',
      '1,234 entries'
    ]);
  });

  it('puts commas between thousands', () => {
    expect([7, 999, 1000, 4_000_000, -1234].map(formatCount)).toEqual([
      '7',
      '999',
      '1,000',
      '4,000,000',
      '-1,234'
    ]);
  });

  it('gives durations three digits in their natural unit', () => {
    const texts = [0, 120, 999.6, 1500, 12_340, 999_999, 45.6e6, 1.234e9, 3600e9];
    expect(texts.map(formatDuration)).toEqual([
      '0 ns',
      '120 ns',
      '1.00 µs',
      '1.50 µs',
      '12.3 µs',
      '1.00 ms',
      '45.6 ms',
      '1.23 s',
      '3600 s'
    ]);
  });

  it('gives sizes three digits in decimal units', () => {
    expect([0, 45, 1500, 1.234e6, -2e9].map(formatBytes)).toEqual([
      '0 B',
      '45 B',
      '1.50 kB',
      '1.23 MB',
      '-2.00 GB'
    ]);
  });

  it('joins words as a sentence does', () => {
    expect([joinWords([]), joinWords(['a']), joinWords(['a', 'b', 'c'], 'and')]).toEqual([
      '',
      'a',
      'a, b and c'
    ]);
  });

  it('joins different sentences with a full stop between them', () => {
    expect(joinSentences([])).toBe('');
    expect(joinSentences(['', 'One is missing', ''])).toBe('One is missing');
    expect(joinSentences(['One is missing', 'Two is late.', 'One is missing', 'Three is'])).toBe(
      'One is missing. Two is late. Three is'
    );
  });

  it('measures how many edits apart two words are', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
  });

  it('finds the name that was meant, and none when nothing is near', () => {
    const names = ['profile', 'timeit', 'time', 'lsmagic'];
    expect(nearestName('profle', names)).toBe('profile');
    expect(nearestName('PROFILE', names)).toBe('profile');
    expect(nearestName('tiem', names)).toBe('time');
    expect(nearestName('matplotlib', names)).toBeNull();
    expect(nearestName('nope', ['top', 'note'])).toBe('note');
    expect(nearestName('nope', ['top', 'shape'])).toBeNull();
    expect(nearestName('x'.repeat(1e6), names)).toBeNull();
  });
});
