import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../../src/base/budget';
import { BudgetSyntaxError } from '../../../../src/settings/budgets/budgetSyntaxError';
import { parseBudgets } from '../../../../src/settings/budgets/parseBudgets';

const one = (text: string): Budget => {
  const [budget, ...rest] = parseBudgets(text);
  expect(rest).toEqual([]);
  return budget;
};

function errorOf(text: string): BudgetSyntaxError {
  try {
    parseBudgets(text);
  } catch (error) {
    if (error instanceof BudgetSyntaxError) return error;
    throw error;
  }
  throw new Error(`No error: ${text}`);
}

const problem = (text: string): string => errorOf(text).problem;

describe('the grammar of budgets', () => {
  it.each(['total', 'self', 'avg', 'min', 'max', 'p95'] as const)(
    'knows %s of the slices of a name',
    statistic => {
      expect(one(`${statistic}(parse) < 50ms`)).toEqual({
        text: `${statistic}(parse) < 50ms`,
        quantity: { of: 'slices', statistic, names: { is: 'name', name: 'parse' } },
        comparison: '<',
        limit: 50e6,
        unit: 'nanoseconds'
      });
    }
  );

  it.each([
    ['count(x)==3', { limit: 3, unit: 'count', comparison: '==' }],
    ['wall>=1.5s', { limit: 1.5e9, unit: 'nanoseconds', comparison: '>=' }],
    ['cpu <= 80 %', { limit: 80, unit: 'percent' }],
    ['cpu > 3us', { limit: 3000, unit: 'nanoseconds' }],
    ['gpuIdle < 30%', { quantity: { of: 'run', statistic: 'gpuIdle' }, unit: 'percent' }],
    ['peak(heap) < 200MB', { limit: 200e6, unit: 'bytes' }],
    ['end( rss )<.5GB', { quantity: { of: 'memory', statistic: 'end', pool: 'rss' }, limit: 5e8 }],
    ['peak(external) < 64 kB', { limit: 64e3 }],
    ['peak(gpu) < 1MiB', { limit: 2 ** 20 }],
    ['end(heap) < 1_000 B', { limit: 1000 }],
    ['wall < 1e3 ns', { limit: 1000 }],
    ['wall < 2 µs', { limit: 2000 }],
    ['wall < 2 μs', { limit: 2000 }]
  ])('reads %s', (text, expected) => {
    expect(one(text)).toMatchObject(expected);
  });

  it.each([
    ['total(aten::conv2d) < 1s', 'aten::conv2d'],
    ['total( Model forward #2 ) < 1s', 'Model forward #2'],
    ['total(f(a, (b))) < 1s', 'f(a, (b))'],
    ['total("f(") < 1s', 'f('],
    ["total('a \\' b') < 1s", "a ' b"],
    ['total("a;b") < 1s', 'a;b'],
    ['total("/path/") < 1s', '/path/'],
    ['total(a < b) < 1s', 'a < b'],
    ['total(größe) < 1s', 'größe']
  ])('takes the name of %s as it stands', (text, name) => {
    expect(one(text).quantity).toMatchObject({ names: { is: 'name', name } });
  });

  it.each([
    ['total(/^aten::/) < 1s', /^aten::/],
    ['total(/a\\/b[/)]/i) < 1s', /a\/b[/)]/i],
    ['total( /x (y)/u ) < 1s', /x (y)/u]
  ])('reads the regular expression of %s', (text, pattern) => {
    expect(one(text).quantity).toMatchObject({ names: { is: 'pattern', pattern } });
  });

  it('joins budgets by semicolons, with blanks and an empty end wherever one likes', () => {
    const budgets = parseBudgets(' total(parse)<50ms;peak( heap )<200 MB ;; gpuIdle\n<\t30 % ; ');
    expect(budgets.map(({ text }) => text)).toEqual([
      'total(parse)<50ms',
      'peak( heap )<200 MB',
      'gpuIdle\n<\t30 %'
    ]);
  });
});

describe('a budget that cannot be read', () => {
  it.each([
    ['', 'Write a budget, such as total(parse) < 50ms.'],
    [' ; ', 'Write a budget, such as total(parse) < 50ms.'],
    ['totl(x) < 1ms', 'There is no "totl". Did you mean total? Write total, self, avg,'],
    ['gpuidle < 3%', 'Did you mean gpuIdle?'],
    ['< 3', 'Write what is limited here: total, self,'],
    ['total < 1ms', 'Write (NAME) here.'],
    ['total() < 1ms', 'Write a name in the parentheses.'],
    ['total(x < 1ms', 'A parenthesis is not closed.'],
    ['total("x) < 1ms', 'A quote is not closed.'],
    ['total("x" y) < 1ms', 'Write ) here.'],
    ['wall(x) < 1ms', 'wall applies to the whole run: it takes no name.'],
    [
      'peak(hep) < 1MB',
      'There is no memory "hep". Did you mean heap? Write heap, rss, external or gpu.'
    ],
    ['wall = 1ms', 'There is no comparison =. Did you mean ==? Write <, <=, >, >= or ==.'],
    ['wall != 1ms', 'There is no comparison !=. Write <, <=, >, >= or ==.'],
    ['wall 1ms', 'Write a comparison here: <, <=, >, >= or ==.'],
    ['wall <', 'Write a number here.'],
    ['wall < fast', 'Write a number here.'],
    ['wall < -1ms', 'A limit must not be negative.'],
    ['wall < 1e999s', 'This number is too large.'],
    ['wall < 50', 'wall is a time: write a unit, ns, us, µs, ms or s.'],
    ['wall < 50 MB', 'wall is a time: its unit is ns, us, µs, ms or s, not MB.'],
    [
      'peak(heap) < 50ms',
      'peak(heap) is a size: its unit is B, kB, MB, GB, KiB, MiB or GiB, not ms.'
    ],
    ['gpuIdle < 3ms', 'gpuIdle is a share: its unit is %, not ms.'],
    ['cpu < 3MB', 'cpu is a time or a share: its unit is ns, us, µs, ms, s or %, not MB.'],
    ['count(x) < 3ms', 'count(x) is a number: it has no unit, not ms.'],
    ['wall < 50 msec', 'There is no unit msec. Did you mean ms?'],
    ['peak(heap) < 50KB', 'There is no unit KB. Did you mean kB? Units are B, kB,'],
    ['total(f) < 5min', 'Units are ns, us, µs, ms or s.'],
    ['wall < 1ms and cpu < 1ms', 'Write ; between budgets.'],
    ['total(/x) < 1ms', 'A regular expression is not closed'],
    ['total(/(/) < 1ms', 'Invalid regular expression: /(/'],
    ['total(/x/g) < 1ms', 'Flags of a regular expression are i, m, s and u.']
  ])('%j says what is wrong', (text, expected) => {
    expect(problem(text)).toContain(expected);
  });

  it('shows carets under the place', () => {
    expect(errorOf('wall < 1s; totl(x) < 1ms').message.split('\n').slice(1)).toEqual([
      '  wall < 1s; totl(x) < 1ms',
      '             ^^^^'
    ]);
  });

  it('shows a part of a long expression', () => {
    const [, line, carets] = errorOf(`${'wall < 1s; '.repeat(20)}wal < 1s`).message.split('\n');
    expect(line.length).toBeLessThan(100);
    expect(line.slice(carets.indexOf('^'), carets.length)).toBe('wal');
  });

  it('is never anything but a named error, whatever is written', () => {
    const word = fc.constantFrom(
      ...['total', '(', ')', 'x', '<', '==', '5', 'ms', ';', '/', '"', '\\', '[', ' ', '%', 'peak']
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), words => {
        try {
          parseBudgets(words.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(BudgetSyntaxError);
        }
      })
    );
  });

  it.each([
    '(a+)+$',
    '(a|a)*b',
    '(a?){9}',
    '((ab)*c)+',
    '(?:x{1,3})*',
    'a*b*c*d*',
    'a{1,99}b*c+d+'
  ])('may take very long, as %s does, and is refused', source => {
    expect(problem(`total(/${source}/) < 1ms`)).toContain('This could take very long');
  });

  it.each([
    '^(conv|relu)$',
    '(ab)+',
    '.*::add_?$',
    '[(+*]+',
    '\\(a+\\)+',
    '(?<x>a)b?',
    '(?:a|b)?c+'
  ])('is none with the pattern %s', source => {
    expect(parseBudgets(`total(/${source}/) < 1ms`)).toHaveLength(1);
  });
});
