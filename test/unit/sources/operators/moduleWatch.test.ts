import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModuleWatch } from '../../../../src/sources/operators/moduleWatch';

const load = createRequire(import.meta.url);
const loader = (): unknown[] =>
  ['_load', '_cache'].map(name => Reflect.get(Module, name) as unknown);

let folder: string;
let untouched: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-modules-'));
  untouched = loader();
});

afterEach(() => {
  for (const file of Object.keys(load.cache)) {
    if (file.startsWith(folder)) Reflect.deleteProperty(load.cache, file);
  }
  rmSync(folder, { recursive: true });
  expect(loader()).toEqual(untouched);
});

function module(name: string, code = `module.exports = { name: '${name}' };`): string {
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, code);
  return file;
}

describe('ModuleWatch', () => {
  test('tells of what is loaded already, and of what is loaded later, by its name', () => {
    const seen: object[] = [];
    const watch = new ModuleWatch();
    load(module('watched-1'));
    const stop = watch.watch(/watched-/, exports => seen.push(exports));
    load(module('watched-2'));
    load(module('other'));
    stop();
    load(module('watched-3'));
    expect(seen).toEqual([{ name: 'watched-1' }, { name: 'watched-2' }]);
  });

  test('leaves the loader as it was in whatever order its listeners stop', () => {
    const seen: string[] = [];
    const watch = new ModuleWatch();
    const first = watch.watch(/watched-/, () => seen.push('first'));
    const second = watch.watch(/watched-/, () => seen.push('second'));
    first();
    first();
    load(module('watched-4'));
    second();
    expect(seen).toEqual(['second']);
    expect(loader()).toEqual(untouched);
  });

  test('keeps two listeners apart that are one function', () => {
    let count = 0;
    const watch = new ModuleWatch();
    const listener = (): number => ++count;
    const stops = [watch.watch(/watched-/, listener), watch.watch(/watched-/, listener)];
    load(module('watched-5'));
    stops[0]();
    load(module('watched-6'));
    stops[1]();
    expect(count).toBe(3);
  });

  test('is not on the stack of a module that runs, nor of one that throws', () => {
    const stop = new ModuleWatch().watch(/watched-/, () => undefined);
    const own = /ModuleWatch|moduleWatch\.ts/;
    const { stack } = load(
      module('watched-9', 'module.exports = { stack: new Error().stack };')
    ) as { readonly stack: string };
    expect(stack).toContain('watched-9');
    expect(stack).not.toMatch(own);
    const throwing = module('watched-10', `throw new Error('boo');`);
    expect(() => void load(throwing)).toThrow(
      expect.objectContaining({ stack: expect.not.stringMatching(own) as unknown })
    );
    expect(Object.keys(load.cache)).not.toContain(throwing);
    stop();
  });

  test('leaves a module as Node makes it, while it runs and afterwards', () => {
    const state = 'Object.getOwnPropertyDescriptor(module, "loaded")';
    const stop = new ModuleWatch().watch(/watched-/, () => undefined);
    const file = module(
      'watched-11',
      `exports.during = module.loaded; exports.after = () => ${state};`
    );
    const { during, after } = load(file) as { during: boolean; after: () => PropertyDescriptor };
    stop();
    expect(during).toBe(false);
    expect(after()).toEqual({ value: true, writable: true, enumerable: true, configurable: true });
  });

  test('tells nothing of modules that export no object', () => {
    const seen: object[] = [];
    const stop = new ModuleWatch().watch(/watched-/, exports => seen.push(exports));
    load(module('watched-7', 'module.exports = 7;'));
    load(module('watched-8', 'module.exports = null;'));
    stop();
    expect(seen).toEqual([]);
  });
});
