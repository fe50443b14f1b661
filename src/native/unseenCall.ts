import { apply } from '../base/intrinsics/ownFunctions';
import { loadV8Addon } from './v8Addon';

/**
 * What is to be called: a function, its receiver and its arguments. Lists of arguments go to `Reflect.apply`: spreading them
 * would call the iterator of arrays, which the program may have replaced.
 */
export type PreparedCall = readonly [
  callee: unknown,
  receiver: unknown,
  ...args: readonly unknown[]
];

/** What stands around a call. */
export interface AroundCall {
  /** Gets the receiver and the arguments, and says what to call. */
  readonly prepare: (this: unknown, ...args: readonly unknown[]) => PreparedCall;
  /** Gets the result unless the call throws, and returns what counts for it; by default the same. */
  readonly finish?: (result: unknown) => unknown;
}

/**
 * A function that calls what `prepare` says. It is native code, which V8 leaves out of the stacks of errors: a program
 * sees its own functions and Node's there, as without the profiler. Where there is no addon for that, it is in them.
 */
export function unseenCall({
  prepare,
  finish
}: AroundCall): (this: unknown, ...args: unknown[]) => unknown {
  try {
    return loadV8Addon().calls.makeUnseen(prepare, finish);
  } catch {
    return function (this: unknown, ...args: readonly unknown[]) {
      const prepared = apply(prepare, this, args);
      const given: unknown[] = [];
      for (let at = 2; at < prepared.length; at++) given[at - 2] = prepared[at];
      const result: unknown = apply(prepared[0] as () => unknown, prepared[1], given);
      return finish === undefined ? result : finish(result);
    };
  }
}
