/**
 * What a time is of, and what its shares are shares of: the profiled thread; its process; the run, of which
 * a moment counts once, however many threads did something in it; or all threads together, of which it
 * counts once for each.
 */
export type Scope = 'thread' | 'process' | 'run' | 'threads';

declare const scopeOf: unique symbol;
declare const wholeOf: unique symbol;

/** Nanoseconds of one scope: the compiler refuses to divide them by those of another. */
export type TimeOf<S extends Scope> = number & { readonly [scopeOf]: (scope: S) => S };

/** A part of the time of one scope, 0 … 1. */
export type Share<S extends Scope> = number & { readonly [wholeOf]: (scope: S) => S };

/** A share of whichever scope. */
export type AnyShare = { readonly [S in Scope]: Share<S> }[Scope];

/** States that `ns` is time of `scope`, for who measured it there. */
export function timeOf<S extends Scope>(_scope: S, ns: number): TimeOf<S> {
  return ns as TimeOf<S>;
}

/** The part that a time is of a whole of the same scope, 1 at most; `whole` is greater than 0. */
export function shareOf<S extends Scope>(part: TimeOf<S>, whole: TimeOf<S>): Share<S> {
  return Math.min(1, part / whole) as Share<S>;
}
