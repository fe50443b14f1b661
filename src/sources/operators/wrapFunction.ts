import type { LibraryFunction, OperatorCalls } from './operatorCalls';

/** Marks wrappers, also those of another copy of this package. */
const INSTRUMENTED = Symbol.for('kernelscope.instrumented');

/** True for a wrapper, by {@link wrapFunction} or another hook. */
export function isInstrumented(value: unknown): boolean {
  return typeof value === 'function' && Object.hasOwn(value, INSTRUMENTED);
}

/**
 * A function that does what `original` does and records each call as an operator; see
 * {@link OperatorCalls.call}. It has the original's name, length and further properties, passes
 * `this` on, and can be used with `new` where the original can.
 */
export function wrapFunction(
  calls: Pick<OperatorCalls, 'call'>,
  original: LibraryFunction
): LibraryFunction {
  // hot
  const wrapper = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (!new.target) return calls.call(original, this, args);
    const target = new.target === wrapper ? original : new.target;
    return calls.call(() => Reflect.construct(original, args, target), undefined, []);
  };
  return dressWrapper(original, wrapper);
}

/** Copies a function's own properties to its wrapper, and adds the mark of wrappers. */
export function dressWrapper(original: LibraryFunction, wrapper: LibraryFunction): LibraryFunction {
  copyProperties(original, wrapper);
  return Object.defineProperty(wrapper, INSTRUMENTED, { value: true });
}

/** Own properties that V8 gives only to functions in sloppy mode. */
const SLOPPY_PROPERTIES: readonly PropertyKey[] = ['arguments', 'caller'];

function copyProperties(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const property = Object.getOwnPropertyDescriptor(from, key);
    if (property && !SLOPPY_PROPERTIES.includes(key)) Reflect.defineProperty(to, key, property);
  }
}
