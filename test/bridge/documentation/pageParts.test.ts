import { describe, expect, it } from 'vitest';
import { parsePage } from './readPages';
import { isAsShown } from './samples';

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

const parse = (...parts: readonly string[]) => parsePage('page.md', parts.join('\n')).snippets;

describe('a page', () => {
  it('has its blocks of code, numbered below each heading, with their lines', () => {
    const snippets = parse('# One', fence('ts', 'a'), fence('sh', 'b'), '## Two', fence('ts', 'c'));
    expect(snippets).toEqual([
      { title: 'One 1', line: 3, language: 'ts', code: 'a\n', sample: null },
      { title: 'One 2', line: 7, language: 'sh', code: 'b\n', sample: null },
      { title: 'Two 1', line: 12, language: 'ts', code: 'c\n', sample: null }
    ]);
  });

  it('takes a heading within code for code', () => {
    const [first, second] = parse('# One', fence('sh', '# Two'), fence('ts', 'a'));
    expect([first.code, second.title]).toEqual(['# Two\n', 'One 2']);
  });

  it('gives the text below a snippet to it, and to no other', () => {
    const text = fence('text', 'out');
    const snippets = parse('# One', fence('ts', 'a'), 'prints', text, text, '# Two', text);
    expect(snippets.map(({ title, sample }) => [title, sample])).toEqual([
      ['One 1', 'out\n'],
      ['One 3', null],
      ['Two 1', null]
    ]);
  });

  it.each([
    ['a block without a language', fence('', 'a'), 'page.md:2: "" must be one of ts, sh,'],
    ['a language that is not known', fence('rust', 'a'), 'page.md:2: "rust" must be one of'],
    ['a fence without its end', '```ts\na\n', 'page.md has a fence without its end'],
    [
      'a block that goes on to the end of the next one',
      '```ts\na\n```b\n```\n',
      'has a fence in it'
    ]
  ])('is refused for %s', (_, page, message) => {
    expect(() => parse(page)).toThrow(message);
  });
});

describe('a sample', () => {
  const fractions = /\d+\.\d+/g;

  it('is all that is printed, but for the space around it', () => {
    expect(isAsShown('\na\nb\n', 'a\nb')).toBe(true);
    expect(isAsShown('a\nb', 'a')).toBe(false);
    expect(isAsShown('a\nb', 'b')).toBe(false);
    expect(isAsShown('axb', 'a.b')).toBe(false);
  });

  it('may leave out lines, and says so by a line of its own', () => {
    expect(isAsShown('a\nb\nc\nd', '…\nb\n…')).toBe(true);
    expect(isAsShown('b', '…\nb\n…')).toBe(true);
    expect(isAsShown('a\nc', '…\nb\n…')).toBe(false);
  });

  it('has another number where numbers vary, and the same columns and counts', () => {
    const sample = 'step  3  10.5\n----  -  ----';
    expect(isAsShown('step    3   1.2345\n-----   -   ------', sample, fractions)).toBe(true);
    expect(isAsShown('step  4  10.5\n----  -  ----', sample, fractions)).toBe(false);
    expect(isAsShown('step  3  10.5  2.5\n----  -  ----', sample, fractions)).toBe(false);
    expect(isAsShown('step  3  10.6\n----  -  ----', sample)).toBe(false);
  });
});
