import type { LabelIndex } from '../model/profile';
import { endWhenSettled, isPlainPromise } from '../record/promiseSlice';
import type { Recorder } from '../record/recorder';

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Marks wrappers, also those of another copy of this package. */
const INSTRUMENTED = Symbol.for('kernelscope.instrumented');

/** True for a function that {@link wrapFunction} made. */
export function isInstrumented(value: unknown): boolean {
  return typeof value === 'function' && Object.hasOwn(value, INSTRUMENTED);
}

/**
 * A function that does what `original` does and records each call as a slice. It has the original's
 * name, length and further properties, passes `this` on, and can be used with `new` where the
 * original can. A promise is replaced by the one chained to it, so that a rejection nobody handles
 * stays visible; other thenables, and promises that a library gave members, are returned untouched,
 * and their slice ends at once.
 */
export function wrapFunction<F extends AnyFunction>(
  recorder: Recorder,
  label: LabelIndex,
  original: F
): F {
  // hot
  const wrapper = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (new.target) {
      const target = new.target === wrapper ? original : new.target;
      return construct({ recorder, label, original, target }, args);
    }
    if (!recorder.enabled) return Reflect.apply(original, this, args);
    const token = recorder.begin(label);
    let result: unknown;
    try {
      result = Reflect.apply(original, this, args);
    } catch (error) {
      recorder.end(token);
      throw error;
    }
    if (!isPlainPromise(result) || Object.keys(result).length > 0) {
      recorder.end(token);
      return result;
    }
    return endWhenSettled(recorder, token, result);
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
  readonly recorder: Recorder;
  readonly label: LabelIndex;
  readonly original: AnyFunction;
  /** What `new` was used with: the original or a class derived from it. */
  readonly target: AnyFunction;
}

function construct(what: Construction, args: readonly unknown[]): unknown {
  const { recorder, label, original, target } = what;
  if (!recorder.enabled) return Reflect.construct(original, args, target);
  const token = recorder.begin(label);
  try {
    return Reflect.construct(original, args, target);
  } finally {
    recorder.end(token);
  }
}
