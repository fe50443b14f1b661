import { describe, expect, it } from 'vitest';
import { wrapText } from '../../../src/base/wrapText';

describe('wrapText', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['one two three', ['one two', 'three']],
    ['well-known thing', ['well-', 'known', 'thing']],
    ['a-b-c-d-e-f-g', ['a-b-c-d-', 'e-f-g']],
    ['abcdefghijklmnop', ['abcdefgh', 'ijklmnop']],
    ['ab cdefghijklm', ['ab cdefg', 'hijklm']],
    ['word -- dash', ['word --', 'dash']],
    ['a\tb\nc', ['a', 'b c']],
    ['🚀🚀🚀🚀🚀🚀🚀🚀🚀', ['🚀🚀🚀🚀🚀🚀🚀🚀', '🚀']],
    ['x' + ' '.repeat(20) + 'y', ['x', 'y']]
  ])('breaks %j as Python does', (text, lines) => {
    expect(wrapText(text, 8)).toEqual(lines);
  });

  it('takes time in proportion to a long word', () => {
    expect(wrapText('🚀'.repeat(300_000), 30)).toHaveLength(10_000);
  });
});
