import { expect, test } from 'vitest';
import { toCharacters, toUtf16 } from '../../../../kernel-bridge/src/requests/completion';

test('a position behind an emoji counts it as one character and two UTF-16 units', () => {
  expect(toUtf16('a😀b', 2)).toBe(3);
  expect(toCharacters('a😀b', 3)).toBe(2);
});

test('a position beyond the end is the end', () => {
  expect(toUtf16('ab', 9)).toBe(2);
});
