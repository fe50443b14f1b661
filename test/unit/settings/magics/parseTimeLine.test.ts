import { describe, expect, it } from 'vitest';
import { findMagic } from '../../../../src/settings/magics/findMagic';
import type { MagicCommand } from '../../../../src/settings/magics/magicTable';
import { MagicError } from '../../../../src/settings/parse/magicErrors';
import { parseMagicLine } from '../../../../src/settings/magics/parseMagic';

function parse(source: string): MagicCommand {
  return parseMagicLine(findMagic(source)!);
}

function errorOf(source: string): MagicError {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof MagicError) return error;
    throw error;
  }
  throw new Error(`${source} was understood`);
}

/** Name and first line of the error. */
function problem(source: string): string {
  const { name, message } = errorOf(source);
  return `${name}: ${message.split('\n')[0]}`;
}

describe('%time and %timeit', () => {
  it('take options, then code as it stands', () => {
    expect(parse('%timeit -n 5 -r3  f("a  b", -n) // it\'s "odd')).toEqual({
      command: 'timeit',
      code: { text: 'f("a  b", -n) // it\'s "odd', start: 18 },
      options: { loops: 5, runs: 3 }
    });
    expect(parse('%time f("')).toEqual({ command: 'time', code: { text: 'f("', start: 6 } });
  });

  it('leave the choice of loops open, and make seven runs', () => {
    const options = { loops: null, runs: 7 };
    expect(parse('%%timeit')).toEqual({ command: 'timeit', code: null, options });
    expect(parse('%%time')).toEqual({ command: 'time', code: null });
  });

  it('take code that begins with a dash after two dashes', () => {
    expect(parse('%timeit -r 2 -- -x')).toMatchObject({ code: { text: '-x', start: 16 } });
  });

  it('show their help', () => {
    for (const line of ['%timeit?', '%timeit --help', '%%timeit -n 5 -h']) {
      expect(parse(line)).toMatchObject({ command: 'help', magic: { name: 'timeit' } });
    }
  });

  it.each([
    ['%timeit', 'OptionValueError: Write a statement: %timeit STATEMENT.'],
    [
      '%timeit -n 0 f()',
      'OptionValueError: -n must be a whole number from 1 to 1,000,000,000, got "0".'
    ],
    ['%timeit -r x f()', 'OptionValueError: -r must be a whole number from 1 to 10,000, got "x".'],
    [
      '%timeit --numbr 5 f()',
      'UnknownOptionError: %timeit has no option "--numbr". Did you mean --number?'
    ],
    [
      '%%timeit f()',
      'OptionValueError: Unexpected word "f()". The code of %%timeit begins on the line below.'
    ],
    ['%time', 'OptionValueError: Write a statement: %time STATEMENT.']
  ])('answer %s with what is wrong and what would be right', (line, expected) => {
    expect(problem(line)).toBe(expected);
    expect(errorOf(line).message).toMatch(/\n%%?time(it)?\? lists the options\.$/);
  });
});
