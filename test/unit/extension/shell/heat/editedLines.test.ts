import { describe, expect, it } from 'vitest';
import {
  isEdited,
  isSameAtHeart,
  linesAfterEdit
} from '../../../../../extension/src/shell/heat/editedLines';

/** The places of the lines of one text in another; each letter is a line. */
const places = (before: string, after: string): number[] => [
  ...linesAfterEdit([...before], [...after])
];

describe('the lines of a text after an edit', () => {
  it('are where they were in the same text', () => {
    expect(places('abc', 'abc')).toEqual([1, 2, 3]);
  });

  it('move by what was put in before them, and by what was taken away', () => {
    expect(places('abc', 'xabc')).toEqual([2, 3, 4]);
    expect(places('abc', 'abxyc')).toEqual([1, 2, 5]);
    expect(places('abcd', 'ad')).toEqual([1, 0, 0, 2]);
  });

  it('stay where they are when they were edited themselves', () => {
    expect(places('abc', 'axc')).toEqual([1, 2, 3]);
  });

  it('are found again between two edits by what they say, where that is there once', () => {
    expect(places('abcd', 'xbcyzd')).toEqual([0, 2, 3, 6]);
    expect(places('a}b}c', 'x}b}yz')).toEqual([0, 0, 3, 0, 0]);
  });

  it('never cross each other', () => {
    expect(places('abcde', 'xdbzyw')).toEqual([0, 3, 0, 0, 0]);
  });
});

describe('a text', () => {
  it('is edited if it is another one, or begins otherwise where only the beginning is known', () => {
    expect(isEdited({ text: 'a', isClipped: false }, 'a')).toBe(false);
    expect(isEdited({ text: 'a', isClipped: false }, 'ab')).toBe(true);
    expect(isEdited({ text: 'a', isClipped: true }, 'ab')).toBe(false);
    expect(isEdited({ text: 'a', isClipped: true }, 'b')).toBe(true);
  });

  it('is the same at heart with half of its lines', () => {
    expect(isSameAtHeart([...'abcd'], [...'xxcd'])).toBe(true);
    expect(isSameAtHeart([...'abcd'], [...'xxxd'])).toBe(false);
    expect(isSameAtHeart([...'abcd'], [...'xyabcd'])).toBe(true);
  });
});
