import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { SharedExports } from '../../../../kernel-bridge/src/cells/sharedExports';

let shared: SharedExports;

beforeEach(() => {
  shared = new SharedExports();
});

/** Whether V8 keeps the properties of the object at fixed places: it tells those who ask so. */
function isFast(): boolean {
  setFlagsFromString('--allow-natives-syntax');
  const ask = new vm.Script('(function (object) { return %HasFastProperties(object); })');
  const isFastObject = ask.runInThisContext() as (object: object) => boolean;
  setFlagsFromString('--no-allow-natives-syntax');
  return isFastObject(shared.object);
}

/** Declares variables that change, as the code of a cell does. */
function declare(count: number): void {
  const lines = Array.from(
    { length: count },
    (_, i) => `exports.v${i} = ${i}; exports.v${i} = 0.5;`
  );
  const cell = new vm.Script(`(function (exports) { ${lines.join('\n')} })`);
  (cell.runInThisContext() as (exports: object) => void)(shared.object);
}

/** A loop as in a cell. */
function sumUp(): void {
  const loop = 'let sum = 0; for (let i = 0; i < 1e5; i++) sum += exports.v0 + exports.v2;';
  const cell = new vm.Script(`(function (exports) { ${loop} })`);
  (cell.runInThisContext() as (exports: object) => void)(shared.object);
}

describe('the object that cells export into', () => {
  test('looks like that of any other module', () => {
    expect(Object.getPrototypeOf(shared.object)).toBe(Object.prototype);
    expect(Reflect.ownKeys(shared.object)).toEqual(['__esModule']);
    expect(Object.keys(shared.object)).toEqual([]);
  });

  test('keeps 350 variables that change at fixed places', () => {
    declare(350);
    expect(isFast()).toBe(true);
    expect(Object.values(shared.object)).toEqual(new Array(350).fill(0.5));
  });

  test.each(['when there are too many', 'after one was deleted'])(
    'has variables at fixed places again for a loop that reads them, %s',
    reason => {
      declare(reason === 'when there are too many' ? 1000 : 3);
      shared.prepare('delete exports.v1', undefined);
      delete shared.object['v1'];
      expect(isFast()).toBe(false);
      shared.prepare('next', undefined);
      sumUp();
      expect(isFast()).toBe(true);
    }
  );
});

describe('the value of a last expression', () => {
  test('is given once, held no longer and never listed', () => {
    shared.prepare('42', 'last');
    shared.object['last'] = 42;
    expect(Object.keys(shared.object)).toEqual([]);
    expect(shared.take('last')).toBe(42);
    expect(shared.object['last']).toBeUndefined();
  });

  test('leaves the variables at fixed places', () => {
    for (const value of [1, 'text', {}, 1.5]) {
      shared.prepare('last', 'last');
      declare(3);
      shared.object['last'] = value;
      expect(shared.take('last')).toBe(value);
      expect(isFast()).toBe(true);
    }
  });

  test('of a name that a cell has declared is listed as before', () => {
    declare(1);
    shared.prepare('v0', 'v0');
    expect(Object.keys(shared.object)).toEqual(['v0']);
  });
});
