import { describe, expect, it, test } from 'vitest';
import { packageOf } from '../../../../src/base/packageOf';
import { packageTimes } from '../../../../src/analysis/stacks/packageTimes';
import { drawProfile } from '../../../support/drawProfile';
import { seededRandom } from '../../../support/random';
import { type DrawnSamples, stackedProfile } from '../../../support/stackedProfile';

describe('packageOf', () => {
  test.each([
    ['node_modules/lodash/lodash.js', 'lodash'],
    ['node_modules/@scope/name/dist/index.mjs', '@scope/name'],
    ['/app/node_modules/.pnpm/@a+b@1.0.0/node_modules/@a/b/index.js', '@a/b'],
    ['node_modules/.pnpm/x@1.2.3_y@4.0.0/node_modules/x/lib/x.js', 'x'],
    ['.yarn/cache/x-npm-1.0.0-abc.zip/node_modules/x/index.js', 'x'],
    ['.yarn/__virtual__/x-virtual-1/0/cache/x.zip/node_modules/@s/x/i.js', '@s/x'],
    ['node_modules/a/node_modules/b/index.js', 'b'],
    ['C:\\app\\node_modules\\@s\\b\\index.js', '@s/b'],
    ['file:///app/node_modules/b/index.js', 'b'],
    ['node_modules/constructor/index.js', 'constructor']
  ])('%s is a file of %s', (file, name) => {
    expect(packageOf(file)).toBe(name);
  });

  test.each([
    '',
    'src/a.ts',
    '../packages/b/src/b.ts',
    'my_node_modules/a/b.js',
    'node:fs',
    'node_modules/'
  ])('%s is of no package', file => {
    expect(packageOf(file)).toBeNull();
  });
});

const LOADER = 'node:internal/modules/cjs/loader';
const GC = '(garbage collector)';
const times = (drawn: readonly DrawnSamples[], durationNs = 100) => {
  const { wholeNs, rows } = packageTimes(stackedProfile(drawn, durationNs));
  const text = rows.map(({ owner, name, selfNs, totalNs }) => {
    return [owner + (name && ` ${name}`), selfNs, totalNs];
  });
  return { wholeNs, rows: text };
};

describe('packageTimes', () => {
  it('counts self time for the package of the innermost function, and total time for all below it', () => {
    const { rows } = times([
      { stack: ['a.ts', 'node_modules/x/x.js', 'node_modules/@s/y/y.js'], ns: 40 },
      { stack: ['a.ts', 'node_modules/x/other.js', 'node_modules/x/x.js'], ns: 20 },
      { stack: ['a.ts', 'node:fs', ''], ns: 10 },
      { stack: ['a.ts', GC], ns: 4 },
      { stack: ['a.ts', 'node:fs'], ns: 3 },
      { stack: ['(program)'], ns: 2 },
      { stack: ['a.ts', 'm-01.wasm'], ns: 1 }
    ]);
    expect(rows).toEqual([
      ['package @s/y', 40, 40],
      ['package x', 20, 60],
      ['idle', 20, null],
      ['native', 10, null],
      ['gc', 4, null],
      ['node', 3, null],
      ['program', 2, null],
      ['library m-01.wasm', 1, 1],
      ['own', 0, 78]
    ]);
  });

  it('folds what finds, reads and compiles modules into loading, and nothing that they run', () => {
    const { rows } = times([
      { stack: ['a.cjs', LOADER, 'node:fs', ''], ns: 8 },
      {
        stack: ['a.cjs', LOADER, 'node_modules/tsx/tsx.cjs', 'node_modules/esbuild/main.js', ''],
        ns: 16
      },
      { stack: ['a.cjs', LOADER, 'node_modules/x/x.js'], ns: 4 },
      { stack: ['a.cjs', LOADER, 'b.cjs', 'node:fs'], ns: 2 },
      { stack: ['a.cjs', LOADER, GC], ns: 1 },
      { stack: ['a.cjs', 'node_modules/esbuild/main.js'], ns: 3 }
    ]);
    expect(Object.fromEntries(rows.map(([owner, self]) => [owner, self]))).toEqual({
      idle: 66,
      loading: 24,
      'package x': 4,
      'package esbuild': 3,
      node: 2,
      gc: 1,
      own: 0
    });
  });

  it('has the time of all threads as its whole where that exceeds the wall time', () => {
    const { wholeNs, rows } = times([
      { stack: ['a.ts'], ns: 100 },
      { stack: ['b.ts'], ns: 90, thread: 1 },
      { stack: [], ns: 10, thread: 1 }
    ]);
    expect({ wholeNs, rows }).toEqual({ wholeNs: 190, rows: [['own', 190, 190]] });
  });

  it('adds up to the whole, whatever was sampled', () => {
    const random = seededRandom(7);
    const below = (limit: number) => Math.floor(random() * limit);
    const files = [
      ...['a.ts', 'node_modules/x/x.js', 'node_modules/@s/y/y.js', 'node:fs', LOADER, '', GC],
      ...['node_modules/tsx/a.cjs', 'node_modules/acorn/acorn.js', '(program)', 'm.wasm']
    ];
    for (let round = 0; round < 200; round++) {
      const drawn = Array.from({ length: 1 + below(30) }, () => ({
        stack: Array.from({ length: below(6) }, () => files[below(files.length)]),
        ns: 1 + below(1000),
        thread: below(3)
      }));
      const { wholeNs, rows } = packageTimes(stackedProfile(drawn, 1 + below(20_000)));
      const sum = rows.reduce((all, { selfNs }) => all + selfNs, 0);
      expect(sum).toBeCloseTo(wholeNs, 6);
      expect(
        rows.filter(({ selfNs, totalNs }) => selfNs < 0 || (totalNs ?? selfNs) < selfNs)
      ).toEqual([]);
    }
  });

  it('is empty without samples', () => {
    expect(packageTimes(drawProfile('main |[a  ]')).rows).toEqual([]);
  });
});
