import * as fs from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { languagePart } from '../../../../src/sources/operators/languageParts';

const PARTS = [
  ...['Math', 'JSON', 'Reflect', 'Atomics', 'Intl', 'WebAssembly', 'globalThis'],
  ...['Object', 'Function', 'Array', 'Map', 'Set', 'Promise', 'Float64Array', 'Error', 'Date'],
  ...['Object.prototype', 'Array.prototype', 'Map.prototype', 'Uint8Array.prototype']
];

test('every object, constructor and prototype of the language has a name', () => {
  const realm = createContext();
  for (const part of PARTS) {
    expect(languagePart(runInContext(part, realm) as object)).toBe(part);
  }
  expect(languagePart(Math)).toBe('Math');
  expect(languagePart(Map.prototype)).toBe('Map.prototype');
  expect(languagePart(Object.getPrototypeOf(Uint8Array) as object)).toBe('TypedArray');
});

test('all global constructors of the language are known', () => {
  const realm = runInContext('globalThis', createContext()) as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(realm).filter(name => {
    const value = realm[name];
    return typeof value === 'function' && /^[A-Z]/.test(name);
  });
  expect(names.filter(name => languagePart(realm[name] as object) !== name)).toEqual([]);
});

test('what programs and Node itself define is none of the language', () => {
  class Map {
    get(): number {
      return 1;
    }
  }
  const own: object[] = [
    {},
    [],
    new Map(),
    Map,
    Map.prototype,
    { constructor: Date },
    class List extends Array<number> {}
  ];
  const ofNode: object[] = [fs, process, Buffer, console, Worker, performance, URL];
  ofNode.push(Buffer.prototype as object);
  for (const value of own.concat(ofNode)) expect(languagePart(value)).toBeNull();
});

test('no getter runs', () => {
  const touchy = {
    get constructor(): never {
      throw new Error('was run');
    }
  };
  expect(languagePart(touchy)).toBeNull();
});
