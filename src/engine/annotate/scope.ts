import { isObject } from '../../base/isObject';
import { KernelscopeError, shown } from '../../base/errors';
import { type EitherCase, namedOptions } from '../../base/snakeCase';
import {
  NO_SCOPE,
  type OperatorContext,
  type OperatorPlace
} from '../../sources/operators/operatorContext';
import { asDisposable } from './disposable';

/** `scope` got an invalid argument; the text lists the valid ones. */
export class ScopeError extends KernelscopeError {}

/** Settings of {@link ScopeFunction}. */
export interface ScopeOptions {
  /** Puts the name of the scope around in front; default true. */
  readonly appendMode?: boolean;
}

/** A scope that is open until it is disposed of, once; also by `using`, if available. */
export interface OpenScope {
  /** The full name, such as `encoder:dense_1:`. */
  readonly name: string;
  /** Closes the scope. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Names what allocates device memory, as MXNet's `profiler.scope`: allocations made in a scope carry
 * its name. A name ends in `:`, which is added where absent, and follows that of the scope around
 * unless that is `<unk>:`, the one outside of all scopes and the default name. Works whether or not
 * anything is recorded.
 */
export interface ScopeFunction {
  /**
   * Runs `fn` in the scope, with the scope's full name as its argument, and returns what it returns.
   * The scope applies to everything that `fn` awaits and starts, until its promise settles; scopes of
   * concurrent tasks never mix, and a body that throws leaves its scope.
   *
   * @throws ScopeError for arguments of the wrong type.
   */
  <T>(name: string | undefined, fn: (name: string) => T, options?: EitherCase<ScopeOptions>): T;
  /** The same with `appendMode` alone, at its place in Python. @throws ScopeError for arguments of the wrong type. */
  <T>(name: string | undefined, appendMode: boolean, fn: (name: string) => T): T;
  /** Runs `fn` in a scope of the default name, `<unk>:`. @throws ScopeError for arguments of the wrong type. */
  <T>(fn: (name: string) => T, options?: EitherCase<ScopeOptions>): T;
  /**
   * Opens a scope for the code that follows. A function that opens one and then awaits leaves it open
   * to its caller as well: side by side, give `scope` a function.
   *
   * @throws ScopeError for arguments of the wrong type.
   */
  (name?: string, options?: EitherCase<ScopeOptions> | boolean): OpenScope;
}

/** The `scope` function over one context. */
export function createScope(context: OperatorContext): ScopeFunction {
  function scope<T>(
    name: string | undefined,
    fn: (name: string) => T,
    options?: EitherCase<ScopeOptions>
  ): T;
  function scope<T>(name: string | undefined, appendMode: boolean, fn: (name: string) => T): T;
  function scope<T>(fn: (name: string) => T, options?: EitherCase<ScopeOptions>): T;
  function scope(name?: string, options?: EitherCase<ScopeOptions> | boolean): OpenScope;
  function scope(...given: readonly unknown[]): unknown {
    const { name, fn, appendMode } = readArguments(given);
    const place = innerPlace(context.current, name, appendMode);
    if (fn !== null) return context.run(place, () => fn(place.scope));
    const entered = context.enter(place);
    return asDisposable({ name: place.scope, dispose: () => entered.dispose() });
  }
  return scope;
}

interface ScopeArguments {
  readonly name: string;
  readonly fn: ((name: string) => unknown) | null;
  readonly appendMode: boolean;
}

function innerPlace(outer: OperatorPlace, name: string, appendMode: boolean): OperatorPlace {
  const ended = name.endsWith(':') ? name : `${name}:`;
  const joins = appendMode && outer.scope !== NO_SCOPE;
  return { ...outer, scope: joins ? `${outer.scope}${ended}` : ended };
}

function readArguments(given: readonly unknown[]): ScopeArguments {
  const named = typeof given[0] === 'function' ? [undefined, ...given] : given;
  const [name, second, third] = typeof named[1] === 'boolean' ? bodyFirst(named) : named;
  const hasBody = typeof second === 'function';
  if (name !== undefined && typeof name !== 'string') {
    throw new ScopeError(`The name of a scope must be a string, got ${shown(name)}`);
  }
  return {
    name: name ?? NO_SCOPE,
    fn: hasBody ? (second as (name: string) => unknown) : null,
    appendMode: readAppendMode(hasBody || second === undefined ? third : second)
  };
}

/** A call with `appendMode` by itself as one with the body before its options. */
function bodyFirst([name, appendMode, fn]: readonly unknown[]): readonly unknown[] {
  if (fn === undefined) return [name, { appendMode }];
  if (typeof fn === 'function') return [name, fn, { appendMode }];
  throw new ScopeError(`scope runs a function, not ${shown(fn)}`);
}

function readAppendMode(options: unknown): boolean {
  if (options === undefined) return true;
  if (!isObject(options)) {
    const support = 'Support: a function to run, true, false, { appendMode: true | false }';
    throw new ScopeError(`scope cannot take ${shown(options)}. ${support}`);
  }
  const { appendMode } = namedOptions(options, {
    call: 'scope',
    names: ['appendMode'],
    refusal: ScopeError
  });
  if (typeof appendMode === 'boolean') return appendMode;
  if (appendMode === undefined) return true;
  const support = 'Support: false, true';
  throw new ScopeError(`Invalid value provided for appendMode: ${shown(appendMode)}. ${support}`);
}
