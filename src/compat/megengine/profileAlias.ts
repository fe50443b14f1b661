import type { CallDecorator } from '../../engine/annotate/decorator';

/** The part of a profiler that wraps functions, and decorates methods. */
interface Wrapping extends CallDecorator {
  /** `fn` with every call recorded. */
  <A extends readonly unknown[], R>(fn: (...args: A) => R): (...args: A) => R;
}

/** A profiler `P` that can be called with a function, or put before a method as a decorator, as well. */
export type CallableProfiler<P> = P & Wrapping;

/**
 * MegEngine's `profile`, another name of its `Profiler`: `@profile()` before a method records each call of it,
 * and writes `<pid>.chrome_timeline.json` into the folder `profile`. Like `Profiler` it takes options, and is
 * then started and stopped, or runs a function.
 */
export interface ProfileAlias<P, O> extends Wrapping {
  /** A profiler that writes the files of MegEngine, and records what it decorates, runs or wraps. */
  (options?: O): CallableProfiler<P>;
  /** The profiler alone. */
  new (options?: O): P;
}

/** MegEngine's `profile` over what makes a profiler of its kind. */
export function createProfileAlias<P extends { readonly wrap: Wrapping }, O>(
  newProfiler: (options?: O) => P
): ProfileAlias<P, O> {
  function profile(this: unknown, ...given: readonly unknown[]): unknown {
    if (new.target) return newProfiler(given[0] as O | undefined);
    const isDecorated = typeof given[0] === 'function' || given.length > 1;
    if (isDecorated) return wrapGiven(newProfiler(), given);
    return callable(newProfiler(given[0] as O | undefined));
  }
  return profile as unknown as ProfileAlias<P, O>;
}

function wrapGiven({ wrap }: { readonly wrap: Wrapping }, given: readonly unknown[]): unknown {
  return (wrap as (...given: readonly unknown[]) => unknown)(...given);
}

/** `profiler`, which wraps what it is called with. */
function callable<P extends { readonly wrap: Wrapping }>(profiler: P): CallableProfiler<P> {
  const call = (...given: readonly unknown[]): unknown => wrapGiven(profiler, given);
  const member = (name: PropertyKey): unknown => {
    const value: unknown = Reflect.get(profiler, name, profiler);
    return typeof value === 'function' ? (value.bind(profiler) as unknown) : value;
  };
  return new Proxy(call, {
    get: (_call, name) => member(name),
    has: (_call, name) => Reflect.has(profiler, name),
    getPrototypeOf: () => Object.getPrototypeOf(profiler) as object
  }) as unknown as CallableProfiler<P>;
}
