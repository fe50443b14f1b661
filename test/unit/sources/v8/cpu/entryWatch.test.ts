import { Module } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import {
  type EntryMoments,
  entryTime,
  watchEntry
} from '../../../../../src/sources/v8/cpu/entryWatch';

const seen = (moments: Partial<EntryMoments>, sampledNs: number | null = null): number | null =>
  entryTime({ commonJsNs: null, moduleNs: null, ownCodeNs: null, ...moments }, 1000n, sampledNs);

test('a CommonJS program begins when Node notes it, whatever ran before', () => {
  expect(seen({ commonJsNs: 5_001_000n, moduleNs: 1_001_000n, ownCodeNs: 5_001_000n }, 9e6)).toBe(
    5e6
  );
});

test('a module begins where it is seen first, whatever Node ran before', () => {
  expect(seen({ moduleNs: 2_001_000n }, 7e6)).toBe(7e6);
  expect(seen({ moduleNs: 2_001_000n, ownCodeNs: 3_001_000n }, 7e6)).toBe(3e6);
  expect(seen({ ownCodeNs: 3_001_000n })).toBe(3e6);
});

test('a module that is never seen begins when Node runs it', () => {
  expect(seen({ moduleNs: 2_001_000n })).toBe(2e6);
  expect(seen({})).toBeNull();
});

const startedBy = (file: string, isMember = false) => watchEntry({ file, isMember })!;

test('only programs of the user have a start-up, not tools of packages, nor what a program has started', () => {
  expect(startedBy('/app/main.ts').moments).not.toBeNull();
  expect(startedBy('/app/main.ts', true).moments).toBeNull();
  expect(startedBy('/app/node_modules/.bin/vitest').moments).toBeNull();
  expect(watchEntry(null)).toBeUndefined();
});

type Load = () => () => Promise<number>;

test('code that a tool loads is seen by the promises that it makes, and only the cache of programs is watched', async () => {
  const cache: unknown = Reflect.get(Module, '_cache');
  for (const program of ['/app/node_modules/vitest/dist/workers/forks.js', '/app/main.ts']) {
    const watch = startedBy(program);
    let begun = 0;
    watch.whenOwnCodeBegins(() => begun++);
    watch.begin();
    expect(Reflect.get(Module, '_cache') === cache).toBe(program !== '/app/main.ts');
    const code = 'return async () => 1;';
    const load = compileFunction(code, [], { filename: '/app/a.test.ts' }) as Load;
    expect(begun).toBe(0);
    await load()();
    await Promise.all([1, 2].map(() => load()()));
    watch.end();
    expect(begun).toBe(1);
    expect(Reflect.get(Module, '_cache')).toBe(cache);
  }
});

test('a tool that loads none is left alone after some time', async () => {
  const begins = async (promises: number): Promise<boolean> => {
    const watch = startedBy('/app/node_modules/prettier/bin/prettier.cjs');
    let begun = false;
    watch.whenOwnCodeBegins(() => {
      begun = true;
    });
    const code =
      'watch.begin();\nfor (let i = 0; i < n; i++) new Promise(() => {});\nown();\ndone();';
    const tool = compileFunction(code, ['watch', 'n', 'own', 'done'], {
      filename: '/app/node_modules/prettier/index.js'
    });
    const own: unknown = compileFunction('new Promise(() => {});', [], { filename: '/app/a.ts' });
    await new Promise(done => setTimeout(tool, 0, watch, promises, own, done));
    watch.end();
    return begun;
  };
  expect(await begins(1999)).toBe(true);
  expect(await begins(2000)).toBe(false);
});
