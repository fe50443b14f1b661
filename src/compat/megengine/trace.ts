import { type Aliases, defineAliases } from '../../base/snakeCase';
import { type OptionTable, booleanArgument } from '../../engine/arguments/argumentTypes';
import { shown } from '../../base/errors';
import type { MgeProfiling } from './mgeProfiling';
import {
  type CallDecorator,
  type Decorated,
  dressAs,
  refuseClass,
  wrapOrDecorate
} from '../../engine/annotate/decorator';
import { readOptions } from '../../engine/arguments/readArguments';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import { TRACED_NAMES } from './names';
import { TraceError } from './traceErrors';
import { TraceRecordings, type TraceSettings, TracedCalls } from './tracedCalls';

/** Settings of {@link TraceFunction}; all are off unless given. */
export interface TraceOptions {
  /** Fix the graph, operators with their types and shapes, at the first call. */
  readonly symbolic?: boolean;
  /** Keep the data of the last call for `getProfile()`. */
  readonly profiling?: boolean;
}

/** A function whose calls are traced, with the names of MegEngine as well. */
export interface TracedFunction<A extends readonly unknown[], R>
  extends TracedCall<A, R>, Aliases<TracedCall<A, R>, typeof TRACED_NAMES> {}

interface TracedCall<A extends readonly unknown[], R> {
  (...args: A): R;
  /**
   * The operators of the last call that ended well: their times, shapes, memory and computation, in
   * the layout of MegEngine's `get_profile()`. Plain JSON, which `kernelscope analyze` reads.
   *
   * @throws TraceProfileError before a call, and where `profiling` is off
   */
  getProfile(): MgeProfiling;
}

/** Records the operators of the calls of a function: `trace`. */
export interface TraceFunction {
  /**
   * `fn`, with the operators of each call recorded: calls return and throw the same as before. With
   * `symbolic`, a call that runs other operators than the first one ends with a TraceMismatchError,
   * which names the first different operator; its work is done by then. Moving data and starting a back
   * end belong to no graph. Calling it during another call throws a TraceError.
   *
   * @throws TraceError if it is not a function, ProfilerArgumentError for unknown options
   */
  <A extends readonly unknown[], R>(
    fn: (...args: A) => R,
    options?: TraceOptions
  ): TracedFunction<A, R>;
  /** The same for a function that is given afterwards, as in MegEngine; see {@link TraceDecorator}. */
  (options?: TraceOptions): TraceDecorator;
  /**
   * `traced.getProfile()` for a traced method, whose type does not tell that it is traced: a decorator
   * does not change the type of what it decorates.
   *
   * @throws TraceError for a function that is not traced; TraceProfileError as `getProfile` does
   */
  getProfile(traced: (...args: never[]) => unknown): MgeProfiling;
  /** The same, as in Python. */
  get_profile(traced: (...args: never[]) => unknown): MgeProfiling;
}

/** Traces a function, or decorates a method with the same; the result has `getProfile`. */
export interface TraceDecorator extends CallDecorator {
  /** `fn`, with the operators of each call recorded and to be read with `getProfile()`. */
  <A extends readonly unknown[], R>(fn: (...args: A) => R): TracedFunction<A, R>;
}

const TABLE: OptionTable<TraceSettings> = {
  symbolic: { type: booleanArgument, default: false },
  profiling: { type: booleanArgument, default: false }
};

function profileOfTraced(fn: unknown): MgeProfiling {
  const own = typeof fn === 'function' ? (fn as Partial<TracedCall<[], unknown>>).getProfile : null;
  if (own) return own();
  const what = typeof fn === 'function' ? `The function ${fn.name}` : shown(fn);
  throw new TraceError(`${what} is not traced: decorate it with @trace({ profiling: true })`);
}

/** The `trace` function over one host; `newHost` makes another one, which records the traced calls alone. */
export function createTrace(host: RecordingHost, newHost: () => RecordingHost): TraceFunction {
  let recordings: TraceRecordings | null = null;
  const traced = (fn: Decorated, name: string, settings: TraceSettings): Decorated => {
    const named = name === '' ? 'the function' : name;
    recordings ??= new TraceRecordings(host, newHost);
    const calls = new TracedCalls(host.callSessions, recordings, named, settings);
    const wrapper = function (this: unknown, ...args: readonly unknown[]): unknown {
      return calls.record(() => Reflect.apply(fn, this, args));
    };
    const made = Object.assign(dressAs(fn, wrapper), { getProfile: () => calls.profile() });
    return defineAliases(made, TRACED_NAMES);
  };
  function trace(first?: Decorated | TraceOptions, options?: TraceOptions): unknown {
    if (typeof first === 'function') {
      refuseClass('@trace', first);
      return traced(first, first.name, readOptions('trace', TABLE, options));
    }
    if (options !== undefined) throw new TraceError(`trace takes a function, not ${shown(first)}`);
    const settings = readOptions('trace', TABLE, first);
    const wrap = (fn: Decorated, name: string) => traced(fn, name, settings);
    return (...given: readonly unknown[]) => wrapOrDecorate({ name: '@trace', wrap }, given);
  }
  const getProfile = (fn: unknown): MgeProfiling => profileOfTraced(fn);
  return Object.assign(trace, { getProfile, get_profile: getProfile }) as TraceFunction;
}
