import { isObject } from '../../base/isObject';
import { shown } from '../../base/errors';
import {
  type CallDecorator,
  type Decorated,
  decorate,
  dressAs,
  refuseClass,
  wrapOrDecorate
} from '../../engine/annotate/decorator';
import { createLabel, type LabelValues } from '../../engine/annotate/label';
import type { ContinuousOptions } from '../../engine/continuous/continuousOptions';
import type { ContinuousProfiling } from '../../engine/continuous/continuousProfiling';
import { createContinuous } from '../../engine/continuous/createContinuous';
import { type FinishedProfile, finishedOf } from './finishedProfile';
import { type ComparedProfile, ProfileDiff, findCompared } from './profileDiff';
import { ProfileSession, type SessionDeps } from './profileSession';
import { UnfinishedSessionError } from './events/eventErrors';
import type { ProfileOptions } from './profileOptions';
import { ProfilerArgumentError } from '../../engine/arguments/argumentErrors';
import { argumentsByPosition } from '../../engine/arguments/readArguments';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import type { ProfileHistory } from '../../engine/results/profileHistory';
import type { CallSessions } from '../../engine/recording/callSessions';
import { recordCall } from '../../engine/sessions/recordCall';
import { readSessionOptions } from './sessionOptions';
import { type OpenSession, isOpenSession } from './sessionResults';
import { EventIds } from './eventIds';
import { SessionWarnings } from '../../engine/sessions/sessionWarnings';

/** The result of `profile.run`: the value of the function, and the profile of its run. */
export interface ProfiledRun<T> {
  /** The value of the function, or that of the promise it returned. */
  readonly value: T;
  /** The ended session, whose `finished` is the profile. */
  readonly session: ProfileSession;
}

/**
 * A session that has begun. Called with a function, or put before a method as a decorator, it ends without a
 * profile, and every call is recorded in a separate session: `@profile()`, as in MegEngine.
 */
export interface StartedSession extends ProfileSession, CallDecorator {
  /** `fn` with every call recorded in a separate session; this one ends without a profile. */
  <A extends readonly unknown[], R>(fn: (...args: A) => R): (...args: A) => R;
}

/** Records what a program does, as a session or call by call, and finds recorded profiles: `profile`. */
export interface ProfileFunction {
  /** Starts a session immediately; end it with `stop` or `finish`. */
  (options?: ProfileOptions): StartedSession;
  /** The same by the arguments of PyTorch's first profiler, and the other options after them. */
  (enabled: boolean, useCuda?: boolean, options?: ProfileOptions): StartedSession;
  /** `fn`, with every call recorded in a separate session, available as `profile.last`. */
  <A extends readonly unknown[], R>(
    fn: (...args: A) => R,
    options?: ProfileOptions
  ): (...args: A) => R;
  /**
   * Runs `fn(session)` in a session. If `fn` throws, the error is rethrown, and the profile is
   * `profile.last`. @throws ProfilerArgumentError if it is not a function
   */
  run<T>(
    fn: (session: ProfileSession) => T | PromiseLike<T>,
    options?: ProfileOptions
  ): Promise<ProfiledRun<T>>;
  /**
   * A decorator of methods, getters and setters, static or not: every call of them is recorded in a
   * separate session, as with `profile(fn)`.
   *
   * @throws DecoratorTargetError, when it decorates, for classes and fields
   */
  wrap(options?: ProfileOptions): CallDecorator;
  /**
   * Runs `fn` with labels, in addition to those around it, and returns what it returns, or throws what it throws. CPU
   * samples of `fn`, and of all that it begins, have them: after awaits, in timers and callbacks. Before Node 24,
   * promises are slower in a program from its first label on, as with any `AsyncLocalStorage`.
   *
   * @throws LabelArgumentError for labels that are no object of texts, numbers and booleans, and for what is no function
   */
  label<T>(labels: LabelValues, fn: () => T): T;
  /**
   * Samples the calling thread until `stop()`, and pushes the samples of each window to a Pyroscope server as
   * pprof with the names and lines of the sources. Failures are counted, and never disturb the program;
   * recordings are as they are without it. One may be under way.
   *
   * @throws ContinuousOptionError for a wrong or missing option, ContinuousProfilingError for a second one
   */
  continuous(options: ContinuousOptions): ContinuousProfiling;
  /**
   * The newest finished profile, or `undefined` before the first. @throws UnfinishedSessionError in a
   * profiled cell before the first: its own profile is there once it is over
   */
  readonly last: FinishedProfile | undefined;
  /** The newest profile with that name or id. */
  get(name: string): FinishedProfile | undefined;
  /** The profiles in memory, oldest first. */
  list(): readonly FinishedProfile[];
  /**
   * The changes from `before` to `after`: profiles, finished sessions, or names for `get`; `'last'` is
   * the newest. @throws ProfileNotFoundError for an unknown name, and UnfinishedSessionError for an
   * open session
   */
  diff(before: ComparedProfile, after: ComparedProfile): ProfileDiff;
  /**
   * The sessions that have not ended and the profilers that are started, oldest first, also those
   * that no variable holds any more.
   */
  readonly openSessions: readonly OpenSession[];
  /**
   * Stops and returns all of those, oldest first; their profiles are in `list()`. Continuous profiling stops
   * too.
   */
  stopAll(): readonly OpenSession[];
  /** True while anything is being recorded. */
  isActive(): boolean;
}

/** The `profile` function over one host, whose sessions number their events by `eventIds`. */
export function createProfile(
  host: RecordingHost,
  warnings: SessionWarnings = new SessionWarnings(),
  eventIds = new EventIds()
): ProfileFunction {
  const parts: SessionDeps = { host, eventIds, warnings };
  const wrapped = wrapperOf(parts);
  const continuous = createContinuous(host);
  const start = (options?: ProfileOptions) => startSession(parts, wrapped, options);
  function profile(...given: readonly unknown[]) {
    const [first] = given;
    return isFunction(first)
      ? wrapped(first, first.name, given[1] as ProfileOptions)
      : start(optionsOf(given));
  }
  const members = {
    label: createLabel(host.labels),
    run: async <T>(fn: (session: ProfileSession) => T | PromiseLike<T>, options?: ProfileOptions) =>
      runInSession(host.callSessions, () => start(options), fn),
    wrap: (options?: ProfileOptions) => {
      const wrap = (fn: Decorated, name: string) => wrapped(fn, name, options);
      return (...given: readonly unknown[]) => decorate({ name: '@profile.wrap', wrap }, given);
    },
    ...searchOf(host.history),
    continuous: (options: ContinuousOptions) => continuous.start(options),
    stopAll: () => {
      continuous.stop();
      return host.openSessions.stopAll().filter(isOpenSession);
    },
    isActive: () => host.recorder.enabled
  };
  Object.defineProperties(profile, {
    last: { get: () => lastOf(host), enumerable: true },
    openSessions: { get: () => host.openSessions.list().filter(isOpenSession), enumerable: true }
  });
  return Object.assign(profile, members) as unknown as ProfileFunction;
}

/** The members of `profile` that find profiles in memory. */
function searchOf(history: ProfileHistory): Pick<ProfileFunction, 'get' | 'list' | 'diff'> {
  return {
    get: name => {
      const found = history.get(name);
      return found && finishedOf(found);
    },
    list: () => history.list().map(finishedOf),
    diff: (before, after) =>
      new ProfileDiff(findCompared(history, before), findCompared(history, after))
  };
}

/** A session, which records each call of a function in its place if it is called with one. */
function startSession(
  parts: SessionDeps,
  wrapped: Wrapper,
  options?: ProfileOptions
): ProfileSession {
  const wrap = (fn: Decorated, name: string) => wrapped(fn, name, options);
  const call = (given: readonly unknown[]) => wrapOrDecorate({ name: '@profile', wrap }, given);
  return new ProfileSession(parts, readSessionOptions(options), call);
}

/** The options, which may begin by position as in PyTorch's first profiler. */
function optionsOf(given: readonly unknown[]): ProfileOptions | undefined {
  if (typeof given[0] !== 'boolean') return given[0] as ProfileOptions | undefined;
  return argumentsByPosition('profile', ['enabled', 'useCuda'], given);
}

function isFunction(value: unknown): value is Decorated {
  return typeof value === 'function';
}

/** The error message for a profiled cell that asks for its own profile. */
const OWN_CELL =
  'the profile of this cell is profile.last once the cell is over. Ask for it in the next cell, or use ' +
  'profile.run(fn), whose session is finished when it returns';

function lastOf(host: RecordingHost): FinishedProfile | undefined {
  const { last } = host.history;
  const isAsked = last === undefined && host.openRecordings().some(({ isOfCell }) => isOfCell);
  if (isAsked) throw new UnfinishedSessionError(OWN_CELL);
  return last && finishedOf(last);
}

/** Makes a function each call of which is a session. */
type Wrapper = (fn: Decorated, name: string, options?: ProfileOptions) => Decorated;

function wrapperOf(parts: SessionDeps): Wrapper {
  return (fn, name, options) => {
    refuseClass('@profile', fn);
    const read = readSessionOptions(
      isObject(options) ? { name, ...options } : (options ?? { name })
    );
    return dressAs(fn, function (this: unknown, ...args) {
      const session = new ProfileSession(parts, read);
      return recordCall(parts.host.callSessions, session, () => Reflect.apply(fn, this, args));
    });
  };
}

const bodyText = (body: unknown): string => `profile.run runs a function, not ${shown(body)}`;

async function runInSession<T>(
  sessions: CallSessions,
  start: () => ProfileSession,
  fn: (session: ProfileSession) => T | PromiseLike<T>
): Promise<ProfiledRun<T>> {
  if (typeof fn !== 'function') throw new ProfilerArgumentError(bodyText(fn));
  const session = start();
  sessions.begin(session);
  try {
    const value = await fn(session);
    await session.finish();
    return { value, session };
  } catch (error) {
    await session.finish('error');
    throw error;
  } finally {
    sessions.end(session);
  }
}
