import { isReference } from '../isObject';
import type { WatchedObject } from './intrinsicsGuard';

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

/** Built-in objects without a global name. */
function unnamed(): unknown[] {
  const iterators = [[].values(), new Map().keys(), new Set().keys(), ''.matchAll(/a/g), ''];
  const iterated = iterators.map(one => getPrototypeOf(Object(one) as object));
  const string = getPrototypeOf(''[Symbol.iterator]());
  const iterator = getPrototypeOf(iterated[0] as object);
  const typedArray = getPrototypeOf(Uint8Array) as { readonly prototype: object };
  const generator: unknown = getPrototypeOf(function* () {
    yield 0;
  });
  const asyncGenerator: unknown = getPrototypeOf(async function* () {
    yield await Promise.resolve(0);
  });
  const generators = [generator, asyncGenerator].flatMap(one => [
    one,
    (one as { readonly prototype: object }).prototype
  ]);
  const asyncFunction = getPrototypeOf(() => Promise.resolve()) as object;
  return [...iterated, string, iterator, typedArray, typedArray.prototype, ...generators].concat(
    asyncFunction
  );
}

/** Globals that programs may replace though they are enumerable, as their own ones are. */
const ENUMERABLE_GLOBALS: readonly PropertyKey[] = [
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'global',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone'
];

/**
 * Globals that Node loads when they are first looked at, `fetch` and all that belongs to it among them, for which it takes
 * longer than for all else. Neither a kernel nor the profiler uses them.
 */
const LOADED_LATER =
  /^(?:FormData|Headers|Request|Response|(?:Message|Close|Error)Event|WebSocket|EventSource|Navigator|Storage|Crypto(?:Key)?|SubtleCrypto|\w*Stream\w*|\w+QueuingStrategy|BroadcastChannel|Blob|File)$/;

/** Names of the globals that a program finds; its own ones are enumerable. Looks at the value of none. */
function globalNames(): PropertyKey[] {
  return ownKeys(globalThis).filter(
    name =>
      !(typeof name === 'string' && LOADED_LATER.test(name)) &&
      (ENUMERABLE_GLOBALS.includes(name) ||
        !Object.prototype.propertyIsEnumerable.call(globalThis, name))
  );
}

/** The value of a global, without calling a getter. */
function globalValue(name: PropertyKey): unknown {
  return getOwnPropertyDescriptor(globalThis, name)?.value as unknown;
}

/** Globals that neither a kernel nor the profiler calls. */
const UNUSED: readonly PropertyKey[] = [
  'AsyncDisposableStack',
  'DisposableStack',
  'Float16Array',
  'Intl',
  'SuppressedError',
  'Temporal',
  'URLPattern'
];

function isOfLanguage(name: PropertyKey): boolean {
  return typeof name === 'string' && /^[A-Z]/.test(name) && !UNUSED.includes(name);
}

/** Node writes the classes of the web, which the language does without, in JavaScript. */
function isNative(value: object): boolean {
  return typeof value !== 'function' || Function.prototype.toString.call(value).includes('[native');
}

/** Names on `Object.prototype` are names of any object, and of the descriptors of its properties. */
function watched(object: object): WatchedObject {
  return { object, closes: object === Object.prototype ? 'all' : 'protocol' };
}

/**
 * The objects of the language that code uses without naming them, `Object.prototype` first, and the
 * bindings of the global object itself: only those that exist now, since a program may add its own
 * globals.
 */
export function languageIntrinsics(): WatchedObject[] {
  const keys = globalNames();
  const named = keys
    .filter(isOfLanguage)
    .map(globalValue)
    .filter(isReference)
    .filter(isNative)
    .flatMap(value => [value, getOwnPropertyDescriptor(value, 'prototype')?.value as unknown]);
  const objects = new Set([Object.prototype, ...named, ...unnamed()].filter(isReference));
  const bindings: WatchedObject = {
    object: globalThis,
    keys,
    closes: 'nothing',
    slots: ['process', 'Buffer']
  };
  return [...Array.from(objects, watched), bindings];
}
