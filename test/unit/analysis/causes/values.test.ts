import { describe, expect, it } from 'vitest';
import { causeOf, loop } from '../../../support/causeOf';

describe('a result of type BigInt', () => {
  const mask = 'const MASK = (1n << 64n) - 1n;\n';
  it.each([
    [loop('seed = (seed * 6364136223846793005n + 1n) & MASK;', `${mask}let seed = first();`), true],
    [
      loop(
        'seed = seed * 6364136223846793005n;',
        'let seed = 1n; const cut = () => { seed &= 0xffn; };'
      ),
      true
    ],
    [loop('seed = BigInt.asUintN(64, seed * 5n + 1n);', 'let seed = 1n;'), true],
    [
      loop(
        'hash = ((hash ^ BigInt(code)) * 0x100000001b3n) % 0xffff_ffff_ffffn;',
        'let hash = 7n;'
      ),
      true
    ],
    [loop('sum += BigInt(i) * 3n;', 'let sum = 0n;'), true],
    [
      `class Random {\n  #state = 1n;\n  next() {\n${loop('this.#state = (this.#state * 5n + 3n) & 0xffn;')}\n  }\n}`,
      true
    ],
    [
      loop(
        'result = (result * square) % modulus;',
        'function power(square: bigint, modulus: bigint) {\nlet result = 1n;'
      ) + '\n}',
      false
    ],
    [
      loop('square = (square * square) % P;', 'const P = (1n << 521n) - 1n;\nlet square = 3n;'),
      false
    ],
    [loop('if (rest & 1n) n++;', 'function bits(key: bigint) {\nlet rest = key;') + '\n}', false],
    [loop('low = key % 10n;', 'function digits(key: bigint) {\nlet low = 0n;') + '\n}', false],
    [
      loop('low = BigInt.asUintN(64, key >> 8n);', 'function words(key: bigint) {\nlet low = 0n;') +
        '\n}',
      false
    ],
    [loop('product *= BigInt(i);', 'let product = 1n;'), false],
    [loop('product = product * BigInt(i);', 'let product = 1n;'), false],
    [loop('[a, b] = [b, a + b];', 'let a = 0n, b = 1n;'), false],
    [loop('const next = a + b; a = b; b = next;', 'let a = 0n;\nlet b = 1n;'), false],
    [loop('digits = digits * 10n + BigInt(i);', 'let digits = 0n;'), false],
    [loop('x = (x + n / x) >> 1n;', 'function root(n: bigint) {\nlet x = n;') + '\n}', false],
    [loop('sum += 123456789012345678901234567890n * BigInt(i);', 'let sum = 0n;'), false],
    [
      loop('total = total + price * 2n;', 'function add(price: bigint) {\nlet total = 0n;') + '\n}',
      false
    ]
  ])('makes BigInts where numbers would do: %s is %s', (code, isCause) => {
    expect(causeOf(code)).toBe(isCause ? 'bigintInLoop' : null);
  });

  it.each([
    ['a number with an exponent', 'const W = 1e9; let seed = 1n;', 'seed = (seed * 5n) % W;'],
    ['a number with letters', 'let seed = 1n;', 'seed = (seed * 5n) % 0xfe1n;'],
    ['endless digits', `let seed = ${'9'.repeat(200_000)}n;`, 'seed = seed * 5n;'],
    [
      'deep terms',
      'let seed = 1n;',
      `seed = 5n * ${'('.repeat(2000)}seed${' + 1n)'.repeat(2000)};`
    ],
    [
      'variables each of which is made of others',
      Array.from({ length: 60 }, (_, at) => `let v${at} = v${at + 1} + v${at + 1};`).join('\n'),
      'seed = seed * 5n + v0;'
    ]
  ])('is looked at in time where the code has %s', (_what, before, line) => {
    expect(() => causeOf(loop(line, before))).not.toThrow();
  });
});

describe('a search in a short loop', () => {
  const list = 'const used: number[] = [];\nfor (const i of rows) used.push(i);\n';
  it.each([
    ['[1, 2, 3].filter(value => used.includes(value)); // here', null],
    [
      'const wanted = [1, 2, 3];\nwanted.forEach(value => { if (used.includes(value)) n++; }); // here',
      null
    ],
    ['for (const value of [1, 2, 3]) {\n  if (used.includes(value)) n++; // here\n}', null],
    ['for (let i = 0; i < 9; i++) {\n  if (used.includes(i)) n++; // here\n}', null],
    ['for (let i = 0; i < 900; i++) {\n  if (used.includes(i)) n++; // here\n}', 'searchInLoop'],
    ['for (const value of values) {\n  if (used.includes(value)) n++; // here\n}', 'searchInLoop'],
    [
      'for (const cell of cells) {\n  [1, 2].filter(value => used.includes(value)); // here\n}',
      'searchInLoop'
    ]
  ])('%s', (code, cause) => {
    expect(causeOf(`function free(rows: number[]) {\n${list}${code}\n}`)).toBe(cause);
  });

  it('counts the calls of its function', () => {
    const free = `const used = read().split(',');\nfunction isBlocked(name) {\n  return ['a', 'b'].filter(each => used.includes(each + name)); // here\n}\n`;
    expect(causeOf(`${free}for (const each of names) isBlocked('x' + each);`)).toBe('searchInLoop');
    expect(causeOf(`${free}for (const each of [1, 2]) isBlocked('x' + each);`)).toBeNull();
  });
});
