import { explainDetached } from '../../base/detachedMethods';
import { isPlainPromise, whenSettled } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { DISPOSE } from '../../engine/annotate/disposable';
import { NamedObject } from './namedObject';
import type { ObjectContext } from './objectContext';
import { ObjectBodyError } from './objectErrors';

/** A stretch of time with a name, from `start` to `stop`, any number of times. */
export interface Duration {
  /** The name it was made with; may be empty. */
  readonly name: string;
  /**
   * Ends what `start` began. Without a start it changes nothing, and warns once; after a start that
   * was not recorded it is silent.
   */
  stop(): void;
  /**
   * Records the duration of `fn`, even if it throws, and returns its value; for a promise, the time
   * until it settles, unless a library added members to it. Independent of `start` and `stop`; several
   * may run at the same time.
   *
   * @throws ObjectBodyError if `fn` is not a function.
   */
  run<T>(fn: () => T): T;
  /** `stop` if started, else nothing. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
  /** The name. */
  toString(): string;
}

/**
 * Start and stop, including misuse. A start counts within its recording: if that has ended, or another
 * one has begun, the object may be started again.
 */
export abstract class DurationObject extends NamedObject implements Duration {
  #isStarted = false;
  #token: Token = NO_TOKEN;
  #generation = -1;
  /** Kinds of misuse that were warned of; null before the first. */
  #warned: Set<string> | null = null;

  constructor(
    protected readonly context: ObjectContext,
    kind: string,
    name: string
  ) {
    super(kind, name);
  }

  // hot
  stop(): void {
    if (!this.#isStarted) {
      this.warnOnce('was stopped without having been started; this changes nothing');
      return;
    }
    this.#isStarted = false;
    if (this.#token !== NO_TOKEN) this.#endIfRecording(this.#token, this.#generation);
  }

  run<T>(fn: () => T): T {
    if (typeof fn !== 'function') throw new ObjectBodyError(this.kind, fn);
    const { recorder } = this.context;
    if (!recorder.enabled) return fn();
    const { generation } = recorder;
    const token = this.begin();
    const end = (): void => this.#endIfRecording(token, generation);
    let result: T;
    try {
      result = fn();
    } catch (error) {
      end();
      throw error;
    }
    if (!isPlainPromise(result)) {
      end();
      return result;
    }
    this.outlastCall(token);
    return whenSettled(result, end) as T;
  }

  dispose(): void {
    if (this.#isStarted) this.stop();
  }

  [DISPOSE](): void {
    this.dispose();
  }

  /** Opens a slice. Only while recording. */
  protected abstract begin(): Token;

  /** Closes a slice of the present recording. */
  protected abstract end(token: Token): void;

  /** A slice goes on although the function that opened it has returned. */
  protected abstract outlastCall(token: Token): void;

  // hot
  /**
   * Registers a start; false, with a warning, if the last one has not been stopped. Pass the slice
   * that it begins to `record`.
   */
  protected noteStart(): boolean {
    const { generation } = this.context.recorder;
    if (this.#isStarted && this.#generation === generation) {
      this.warnOnce('was started again before it was stopped; this changes nothing');
      return false;
    }
    this.#isStarted = true;
    this.#generation = generation;
    this.#token = NO_TOKEN;
    return true;
  }

  /** Stores the slice of the registered start. */
  protected record(token: Token): void {
    this.#token = token;
  }

  /** Warns once for each object and misuse: a loop must not flood the console. */
  protected warnOnce(what: string): void {
    this.#warned ??= new Set();
    if (this.#warned.has(what)) return;
    this.#warned.add(what);
    this.context.warn(`${this.kind} '${this.name}' ${what}.`);
  }

  #endIfRecording(token: Token, generation: number): void {
    if (this.context.recorder.generation === generation) this.end(token);
  }
}

explainDetached(DurationObject, 'task', 'fixed');
