import { KernelscopeError, shown } from '../../base/errors';
import { CUSTOM_OPERATOR_CATEGORY } from '../../model/profile/categories';
import type { LabelCategory } from '../../record/logs/labelRegistry';
import { endWhenSettled, isPlainPromise } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import type { OperatorPlace } from '../../sources/operators/operatorContext';
import {
  recordingTwin,
  type HookDeps,
  type LibraryFunction
} from '../../sources/operators/operatorCalls';
import { dressWrapper } from '../../sources/operators/wrapFunction';

/** `customOperator` got an argument that cannot become an operator. */
export class CustomOperatorError extends KernelscopeError {}

/** Makes operators of functions: `customOperator`. */
export interface CustomOperatorFunction {
  /**
   * Returns a function; `fn` does not run until that is called. The function does the same as `fn` and
   * is an operator: each call is a slice `name` of category `Custom Operator`, on an async lane until
   * its promise settles if it returns one. Operators that run inside it, even after `await`s, are
   * called `name::inner` there; a custom operator inside another one is `outer::inner`, and its
   * operators `outer::inner::op`; a recursive call keeps the name of the outer one. Concurrent calls
   * never mix.
   *
   * MXNet's `name::pure_python`, the time of the call itself, is the row `name`; its self time is the
   * time of the call without the operators inside it. Operators that run after an `await` are not
   * subtracted, since others may run at the same time, so the self time of an asynchronous one includes
   * its waiting. The function has the name, length and further properties of `fn`, passes `this` on,
   * and can be used with `new` if `fn` can. While no operators are recorded `fn` is simply called.
   *
   * @throws CustomOperatorError for a name that is not a string or is empty, or anything but a function.
   */
  <F extends (...args: never[]) => unknown>(name: string, fn: F): F;
}

/** The `customOperator` function of one recorder. */
export function createCustomOperator(parts: HookDeps): CustomOperatorFunction {
  return <F extends (...args: never[]) => unknown>(name: string, fn: F): F => {
    assertOperator(name, fn);
    const original = fn as unknown as LibraryFunction;
    const operator = new CustomOperator(parts, name);
    const wrapper = function (this: unknown, ...args: readonly unknown[]): unknown {
      if (!new.target) return operator.run(original, () => Reflect.apply(original, this, args));
      const target = new.target === wrapper ? original : new.target;
      return operator.run(original, () => Reflect.construct(original, args, target) as unknown);
    };
    return dressWrapper(original, wrapper) as unknown as F;
  };
}

class CustomOperator {
  readonly #labels: LabelCategory;
  /** The same for the recorder that the twin of the hooks was when it was last there. */
  #ofTwin: { readonly twin: HookDeps; readonly operator: CustomOperator } | null = null;

  constructor(
    private readonly parts: HookDeps,
    private readonly name: string
  ) {
    this.#labels = parts.recorder.labels.category(CUSTOM_OPERATOR_CATEGORY);
  }

  run(original: LibraryFunction, call: () => unknown): unknown {
    const twin = recordingTwin(this.parts);
    if (twin === null) return this.#runHere(original, call);
    return this.#operatorOf(twin).run(original, () => this.#runHere(original, call));
  }

  #operatorOf(twin: HookDeps): CustomOperator {
    if (this.#ofTwin?.twin !== twin) {
      this.#ofTwin = { twin, operator: new CustomOperator(twin, this.name) };
    }
    return this.#ofTwin.operator;
  }

  #runHere(original: LibraryFunction, call: () => unknown): unknown {
    const { recorder, kinds, operatorContext } = this.parts;
    if (!recorder.enabled || recorder.isAtOwnWork) return call();
    if (!kinds.operators && !kinds.graphOperators) return call();
    const { place, slice } = recorder.ownWork(() => this.#begin());
    let result: unknown;
    try {
      const body = () => operatorContext.run(place, call);
      const isFollowed = slice !== NO_TOKEN && recorder.bodies.wants(original);
      result = isFollowed ? recorder.bodies.run(slice, body, original) : body();
    } catch (error) {
      this.#end(slice);
      throw error;
    }
    if (isPlainPromise(result)) {
      return endWhenSettled(recorder, slice, result);
    }
    this.#end(slice);
    return result;
  }

  #begin(): { readonly place: OperatorPlace; readonly slice: Token } {
    const { recorder, kinds, operatorContext } = this.parts;
    const { current } = operatorContext;
    const outer = current.customOperator;
    const customOperator = outer === null ? this.name : nameInside(outer, this.name);
    const slice = kinds.operators ? recorder.begin(this.#labels.label(customOperator)) : NO_TOKEN;
    return { place: { ...current, customOperator }, slice };
  }

  #end(slice: Token): void {
    const { recorder } = this.parts;
    if (slice !== NO_TOKEN) recorder.ownWork(() => recorder.end(slice));
  }
}

/** Recursion creates no new names, however deep it is: if `a::b` calls `a`, that is `a` again. */
function nameInside(outer: string, name: string): string {
  const at = `::${outer}::`.indexOf(`::${name}::`);
  return at < 0 ? `${outer}::${name}` : outer.slice(0, at + name.length);
}

function assertOperator(name: unknown, fn: unknown): void {
  if (typeof name !== 'string' || name === '') {
    const given = name === '' ? 'an empty one' : shown(name);
    throw new CustomOperatorError(`The name of a custom operator must be a string, got ${given}`);
  }
  if (typeof fn === 'function') return;
  throw new CustomOperatorError(`A custom operator must be a function, got ${shown(fn)}`);
}
