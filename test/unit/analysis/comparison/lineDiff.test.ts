import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../../src/analysis/comparison/lineDiff';
import { seededRandom } from '../../../support/random';

/** `=a` for a line of both, `-a` and `+a` for one of the text before or after alone. */
function drawn(before: string, after: string): string {
  const [a, b] = [[...before], [...after]];
  return lineDiff(a, b)
    .map(line => {
      if (line.before === null) return `+${b[line.after ?? 0]}`;
      return `${line.after === null ? '-' : '='}${a[line.before]}`;
    })
    .join(' ');
}

describe('the differences of two texts', () => {
  it('are none of the same text', () => {
    expect(drawn('abc', 'abc')).toBe('=a =b =c');
    expect(drawn('', '')).toBe('');
  });

  it('have what was replaced before what is in its place', () => {
    expect(drawn('abc', 'axc')).toBe('=a -b +x =c');
  });

  it('find lines that moved less than others', () => {
    expect(drawn('abcde', 'xabcey')).toBe('+x =a =b =c -d =e +y');
    expect(drawn('aa', 'a')).toBe('=a -a');
    expect(drawn('a', 'aba')).toBe('=a +b +a');
  });

  it('give back both texts, with as many lines in common as possible', () => {
    const random = seededRandom(3);
    const text = (): string =>
      Array.from({ length: Math.floor(random() * 9) }, () => 'abc'[Math.floor(random() * 3)]).join(
        ''
      );
    for (let round = 0; round < 300; round++) {
      const [a, b] = [text(), text()];
      const lines = lineDiff([...a], [...b]);
      const side = (which: 'before' | 'after', from: string): string =>
        lines.map(line => (line[which] === null ? '' : from[line[which]])).join('');
      expect([side('before', a), side('after', b)]).toEqual([a, b]);
      const common = lines.filter(line => line.before !== null && line.after !== null);
      expect(common).toHaveLength(longestCommon(a, b));
    }
  });

  it('are all lines of texts that are too long to compare', () => {
    const before = Array.from({ length: 3000 }, (_, at) => `a${at}`);
    const after = Array.from({ length: 3000 }, (_, at) => (at === 1500 ? 'a1500' : `b${at}`));
    expect(lineDiff(before, after)).toHaveLength(6000);
  });
});

function longestCommon(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a[0] === b[0]) return 1 + longestCommon(a.slice(1), b.slice(1));
  return Math.max(longestCommon(a.slice(1), b), longestCommon(a, b.slice(1)));
}
