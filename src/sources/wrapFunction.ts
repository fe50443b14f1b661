import { isPlainPromise } from '../record/promiseSlice';
import type { OperatorCalls } from './operatorCalls';

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Marks wrappers, also those of another copy of this package. */
const INSTRUMENTED = Symbol.for('kernelscope.instrumented');

/** True for a function that {@link wrapFunction} made. */
export function isInstrumented(value: unknown): boolean {
  return typeof value === 'function' && Object.hasOwn(value, INSTRUMENTED);
}

/**
 * A function that does what `original` does and records each call as an operator. It has the
 * original's name, length and further properties, passes `this` on, and can be used with `new` where
 * the original can. A promise is replaced by the one chained to it, so that a rejection nobody
 * handles stays visible; other thenables, and promises that a library gave members, are returned
 * untouched, and their operator ends at once.
 */
export function wrapFunction<F extends AnyFunction>(calls: OperatorCalls, original: F): F {
  // hot
  const wrapper = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (new.target) {
      const target = new.target === wrapper ? original : new.target;
      return construct({ calls, original, target }, args);
    }
    if (!calls.isWanted) return Reflect.apply(original, this, args);
    const api = calls.beginApi();
    const operator = calls.begin();
    let result: unknown;
    try {
      result = Reflect.apply(original, this, args);
    } catch (error) {
      calls.end(api, operator);
      throw error;
    }
    if (isPlainPromise(result) && Object.keys(result).length === 0) {
      return calls.endAsync(api, operator, result);
    }
    calls.end(api, operator);
    return result;
  };
  copyProperties(original, wrapper);
  Object.defineProperty(wrapper, INSTRUMENTED, { value: true });
  return wrapper as unknown as F;
}

/** Own properties that V8 gives to functions of sloppy mode alone. */
const SLOPPY_PROPERTIES: readonly PropertyKey[] = ['arguments', 'caller'];

function copyProperties(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const property = Object.getOwnPropertyDescriptor(from, key);
    if (property && !SLOPPY_PROPERTIES.includes(key)) Reflect.defineProperty(to, key, property);
  }
}

interface Construction {
  readonly calls: OperatorCalls;
  readonly original: AnyFunction;
  /** What `new` was used with: the original or a class derived from it. */
  readonly target: AnyFunction;
}

function construct(what: Construction, args: readonly unknown[]): unknown {
  const { calls, original, target } = what;
  if (!calls.isWanted) return Reflect.construct(original, args, target);
  const api = calls.beginApi();
  const operator = calls.begin();
  try {
    return Reflect.construct(original, args, target);
  } finally {
    calls.end(api, operator);
  }
}
