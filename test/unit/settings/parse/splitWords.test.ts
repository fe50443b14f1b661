import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/settings/parse/splitWords';

const texts = (line: string): string[] => splitWords(line).words.map(({ text }) => text);

describe('splitWords', () => {
  it('splits at blanks', () => {
    expect(texts('  one\ttwo   three ')).toEqual(['one', 'two', 'three']);
  });

  it('keeps blanks inside quotes, and joins quoted and bare pieces', () => {
    expect(texts(`"two words" 'and more' --name="a b"`)).toEqual([
      'two words',
      'and more',
      '--name=a b'
    ]);
  });

  it('knows escapes in double quotes and none in single quotes', () => {
    expect(texts(String.raw`"say \"hi\" \\ \n" 'a\b'`)).toEqual([
      String.raw`say "hi" \ \n`,
      String.raw`a\b`
    ]);
  });

  it('leaves the backslashes of Windows paths alone', () => {
    expect(texts(String.raw`C:\runs\new.json a\ b`)).toEqual([String.raw`C:\runs\new.json`, 'a b']);
  });

  it('tells where each word stands and which was quoted', () => {
    expect(splitWords(' -n "5 6"', 10).words).toEqual([
      { text: '-n', start: 11, end: 13, quoted: false },
      { text: '5 6', start: 14, end: 19, quoted: true }
    ]);
  });

  it('names the quote that is not closed', () => {
    expect(splitWords('a "b c', 5).unclosedQuote).toBe(7);
    expect(splitWords('a "b c"').unclosedQuote).toBeNull();
  });

  it('gives back every unquoted word of any line at its position', () => {
    fc.assert(
      fc.property(fc.string(), line => {
        for (const { text, start, end } of splitWords(line).words) {
          const written = line.slice(start, end);
          expect(written).not.toBe('');
          if (!/["'\\]/.test(written)) expect(text).toBe(written);
        }
      })
    );
  });
});
