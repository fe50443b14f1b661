import { isObject } from '../../base/isObject';
import { types } from 'node:util';
import { isOwnPromise, isPromise, thenOf } from '../../base/intrinsics/ownPromise';

/** A method of a result, whatever it takes. */
type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** As they were before programs could replace them. */
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isExtensible } = Object;
const { isGeneratorObject, isProxy } = types;

/** The methods by which a generator goes on. */
const STEPS = ['next', 'return', 'throw'] as const;

/**
 * Calls `ended` once when the work behind a result is over: when a generator is exhausted or given up, or when
 * a thenable that is not a promise of the language settles, which may begin only when it is awaited. The result
 * is given as it is, with hidden methods of its own until then. False, and nothing is called, for all other
 * results.
 */
export function endsWith(result: unknown, ended: () => void): boolean {
  if (!isObject(result) || isProxy(result)) return false;
  if (isGeneratorObject(result)) return followGenerator(result, ended);
  const then = methodOf(result, 'then');
  return then !== null && followThenable(result, then, ended);
}

function followGenerator(generator: object, ended: () => void): boolean {
  if (!isExtensible(generator)) return false;
  const end = (): void => {
    for (const name of STEPS) deleteProperty(generator, name);
    ended();
  };
  for (const name of STEPS) {
    const step = methodOf(generator, name);
    if (step === null) continue;
    hide(generator, name, function (this: unknown, ...args) {
      return takeStep(() => apply(step, this, args), end);
    });
  }
  return true;
}

/** Takes a step of a generator, which may be its last. */
function takeStep(step: () => unknown, end: () => void): unknown {
  let result: unknown;
  try {
    result = step();
  } catch (error) {
    end();
    throw error;
  }
  if (isPromise(result)) {
    return thenOf(
      result,
      (value: unknown) => {
        if (isDone(value)) end();
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      }
    );
  }
  if (isDone(result)) end();
  return result;
}

function isDone(result: unknown): boolean {
  return (result as { readonly done?: unknown } | null)?.done === true;
}

function followThenable(thenable: object, then: Method, ended: () => void): boolean {
  const own = getOwnPropertyDescriptor(thenable, 'then');
  if (isOwnPromise(thenable) || !(own?.configurable ?? isExtensible(thenable))) return false;
  const following = (settled: unknown, usual: (value: unknown) => unknown): Method =>
    function (this: unknown, value) {
      ended();
      return typeof settled === 'function' ? apply(settled as Method, this, [value]) : usual(value);
    };
  const follow: Method = function (...args) {
    if (own) defineProperty(thenable, 'then', own);
    else deleteProperty(thenable, 'then');
    const [fulfilled, rejected, ...more] = args;
    const onFulfilled = following(fulfilled, value => value);
    const onRejected = following(rejected, error => {
      throw error;
    });
    return apply(then, this, [onFulfilled, onRejected, ...more]);
  };
  return own
    ? defineProperty(thenable, 'then', { ...own, value: follow })
    : hide(thenable, 'then', follow);
}

/** The method of an object or of what it inherits from; null for getters, which must not be run. */
function methodOf(object: object, name: string): Method | null {
  for (let owner: object | null = object; owner !== null; owner = getPrototypeOf(owner)) {
    const found = getOwnPropertyDescriptor(owner, name);
    if (found) return typeof found.value === 'function' ? (found.value as Method) : null;
    if (isProxy(owner)) return null;
  }
  return null;
}

function hide(object: object, name: string, value: Method): boolean {
  return defineProperty(object, name, { value, configurable: true, writable: true });
}
