import { describe, expect, it } from 'vitest';
import { clippedTo, displayWidth, padLeft, padRight } from '../../../src/tables/displayWidth';

describe('the width of a text as it is displayed', () => {
  it('is one column for letters with marks and two for wide characters and emoji', () => {
    expect(['', 'abc', '°C', 'größe', 'o\u0308', '漢字', '🚀', '👩‍🚀'].map(displayWidth)).toEqual([
      0, 3, 2, 5, 1, 4, 2, 2
    ]);
  });

  it('is what texts are padded to, and cut at', () => {
    expect([padRight('漢', 4), padLeft('°', 3), padRight('long', 2)]).toEqual([
      '漢  ',
      '  °',
      'long'
    ]);
    expect([clippedTo('漢字漢字', 6), clippedTo('👩‍🚀👩‍🚀', 3), clippedTo('abc', 3)]).toEqual([
      '漢字…',
      '👩‍🚀…',
      'abc'
    ]);
    expect(displayWidth(clippedTo('漢字漢字', 5))).toBe(5);
  });
});
