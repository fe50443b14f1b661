import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blankMagic,
  findMagic,
  magicEnd,
  removeMagic
} from '../../../../src/settings/magics/findMagic';

const summary = (source: string): string | null => {
  const magic = findMagic(source);
  return magic && `${magic.kind} ${magic.name}|${magic.text}|${magic.line}`;
};

describe('findMagic', () => {
  it('finds a cell magic and a line magic on the first line', () => {
    expect(summary('%%profile train -n 5\nstep();')).toBe('cell profile| train -n 5|1');
    expect(summary('%profile last')).toBe('line profile| last|1');
  });

  it('looks past blank lines and comments', () => {
    const source = '\n  // Training\n/* in two\n   lines */\n\n%%profile\nstep();';
    expect(summary(source)).toBe('cell profile||6');
  });

  it('knows the comment form of a cell magic, among other comments', () => {
    expect(summary('// Training\n//  %%profile -q\nstep();')).toBe('cell profile| -q|2');
    expect(summary('//%%profile')).toBe('cell profile||1');
  });

  it.each([
    'const a = 1;\n%%profile',
    '// only %%profile in words',
    '// %profile last',
    '// %% [markdown]',
    '%\n2',
    '% 2',
    '%%',
    '%2',
    '/* %%profile */',
    '/*\n%%profile\n*/',
    '/* a */ %%profile',
    '',
    '   \n\t'
  ])('leaves %j to TypeScript', source => {
    expect(findMagic(source)).toBeNull();
  });

  it('takes a question mark as a call for help', () => {
    expect(findMagic('%%profile?')?.isQuestion).toBe(true);
    expect(findMagic('%profile?? ')?.isQuestion).toBe(true);
    expect(findMagic('%profile a ? b : c')?.isQuestion).toBe(false);
  });

  it('gives the place of the magic, its name and its text', () => {
    const source = '\r\n  // %%profile a \r\nx';
    const magic = findMagic(source)!;
    expect(source.slice(magic.start, magic.end)).toBe('// %%profile a ');
    expect(source.slice(magic.nameStart, magic.nameEnd)).toBe('%%profile');
    expect(source.slice(magic.textStart).startsWith(' a')).toBe(true);
    expect(magic.line).toBe(2);
  });
});

describe('blankMagic and removeMagic', () => {
  it('blank the magic without moving a position, or cut it without moving a line', () => {
    const source = '// note\n  %%profile a\nconst x = 1;';
    expect(blankMagic(source)).toBe(`// note\n  ${' '.repeat(11)}\nconst x = 1;`);
    expect(removeMagic(source)).toBe('// note\n  \nconst x = 1;');
  });

  it('leaves the code on the line of a magic in its place', () => {
    expect(blankMagic('%timeit -n 5 f(-x)\ny')).toBe(`${' '.repeat(13)}f(-x)\ny`);
    expect(blankMagic('%time --nothing f()')).toBe(' '.repeat(19));
    expect(magicEnd(findMagic('%time f()')!)).toBe(6);
    expect(magicEnd(findMagic('%%time\nf()')!)).toBe(6);
  });

  it('leave a cell without a magic as it is', () => {
    expect([blankMagic('a % b'), removeMagic('a % b')]).toEqual(['a % b', 'a % b']);
  });

  it('keep the length, the lines and everything after the magic in any cell', () => {
    const magic = fc.constantFrom('%%profile', '%profile x', '// %%time', '%a?', '%%b-c d');
    const gap = fc.constantFrom('', '\n', '\r\n', '// c\n', '/* d\n e */\n', '  ');
    fc.assert(
      fc.property(gap, magic, fc.string(), (before, line, after) => {
        const source = `${before}${line}\n${after}`;
        const found = findMagic(source)!;
        expect(blankMagic(source)).toHaveLength(source.length);
        expect(blankMagic(source).slice(found.end)).toBe(source.slice(found.end));
        expect(removeMagic(source).split(/\r\n|\n|\r/)).toHaveLength(
          source.split(/\r\n|\n|\r/).length
        );
        expect(removeMagic(source).endsWith(after)).toBe(true);
      })
    );
  });
});
