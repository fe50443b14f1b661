import { shown } from '../../../base/errors';
import type { ProfileStatus } from '../../../model/profile/profile';
import {
  type CallDecorator,
  type Decorated,
  dressAs,
  wrapOrDecorate
} from '../../../engine/annotate/decorator';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';
import type { CallSessions } from '../../../engine/recording/callSessions';
import { type CallSession, recordCall } from '../../../engine/sessions/recordCall';

/** The profiler as its calls use it. */
export interface EnteredProfiler {
  /** Starts it, unless it is started. */
  enter(): void;
  /** Ends its run, if there is one; null if there is nothing to wait for. */
  leave(status: ProfileStatus): Promise<void> | null;
  /** Ends its run immediately, if there is one. */
  leaveNow(status: ProfileStatus): void;
}

/** Records every call of a function with a `Profiler`: its `wrap`. */
export interface ProfilerWrap extends CallDecorator {
  /** `fn` with every call recorded, to the end of the promise that it returns, if any. */
  <A extends readonly unknown[], R>(fn: (...args: A) => R): (...args: A) => R;
}

/** Calls that are recorded by one profiler: the outermost one starts it, and the last one ends it. */
export class ProfilerCalls {
  /** See `Profiler.wrap`. */
  readonly wrap: ProfilerWrap;
  #open = 0;

  constructor(
    private readonly sessions: CallSessions,
    private readonly profiler: EnteredProfiler
  ) {
    const wrap = (fn: Decorated) => this.#wrapped(fn);
    const wrapGiven = (...given: readonly unknown[]): unknown => {
      const [fn] = given;
      if (given.length === 1 && typeof fn !== 'function') {
        throw new ProfilerArgumentError(`Profiler.wrap wraps a function, not ${shown(fn)}`);
      }
      return wrapOrDecorate({ name: '@profiler.wrap', wrap }, given);
    };
    this.wrap = wrapGiven as ProfilerWrap;
  }

  /** Runs `body` as one call. Rejects with its error. */
  async run<T>(body: () => T | PromiseLike<T>): Promise<T> {
    const call = this.#enter();
    this.sessions.begin(call);
    try {
      const value = await body();
      await call.finish('complete');
      return value;
    } catch (error) {
      await call.finish('error');
      throw error;
    } finally {
      this.sessions.end(call);
    }
  }

  #wrapped(fn: Decorated): Decorated {
    const { sessions } = this;
    const enter = () => this.#enter();
    return dressAs(fn, function (this: unknown, ...args) {
      return recordCall(sessions, enter(), () => Reflect.apply(fn, this, args));
    });
  }

  /** Enters the profiler for a call, whose end leaves it once. */
  #enter(): CallSession {
    let isOver = false;
    const isLast = (): boolean => {
      if (!isOver) this.#open--;
      const ends = !isOver && this.#open === 0;
      isOver = true;
      return ends;
    };
    this.profiler.enter();
    this.#open++;
    return {
      stop: status => {
        if (isLast()) this.profiler.leaveNow(status);
      },
      finish: async status => {
        if (isLast()) await this.profiler.leave(status);
      }
    };
  }
}
