import { types } from 'node:util';
import { isRecord, isObject } from '../../base/isObject';
import { explainDetached } from '../../base/detachedMethods';
import { KernelscopeError, shown } from '../../base/errors';
import { unknownOptionText } from '../../base/snakeCase';
import { RANGE_CATEGORY } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { LabelCategory } from '../../record/logs/labelRegistry';
import { endRangeWhenSettled, isPlainPromise } from '../../record/promiseSlice';
import type { Recorder } from '../../record/recorder';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type CallDecorator, type Decorated, decorate } from './decorator';
import { DISPOSE } from './disposable';
import { isOwnPromise, isPromise, thenOf } from '../../base/intrinsics/ownFunctions';

/** `range` got an invalid argument; nothing was recorded or called. */
export class RangeArgumentError extends KernelscopeError {}

/** Values that describe one run of a range; lists of text are joined with commas. */
export type RangeArgs = Readonly<Record<string, ArgValue | readonly string[]>>;

/** Settings of {@link RangeFunction}. */
export interface RangeOptions {
  /** Values that describe this run, kept with its slice; none unless given. */
  readonly args?: RangeArgs;
}

/** A range that has begun. Ending it twice does nothing. */
export interface OpenRange {
  /** Ends the range. */
  end(): void;
  /** The same as `end`. */
  dispose(): void;
  /** The same as `end`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * A named range that can be run any number of times. Put before a method, getter or setter as a
 * decorator, `@range('name')`, it runs each call of it inside the range.
 */
export interface Range extends CallDecorator {
  /** The name that its slices are recorded under. */
  readonly name: string;
  /** Begins one run; end it in the same function, whatever happens in between. */
  begin(options?: RangeOptions): OpenRange;
  /** Runs `fn` inside the range and returns what it returns; see {@link RangeFunction}. */
  run<T>(fn: () => T, options?: RangeOptions): T;
}

/** Records how long a function takes, under a name: `range`. */
export interface RangeFunction {
  /**
   * Runs `fn` and records its duration under `name`. Returns what `fn` returns, or throws what it
   * throws. If `fn` returns a promise, the slice lasts until it settles and is on an async lane, as it
   * does for other thenables, and for a generator until it is exhausted or given up; promises with
   * members added by a library are returned untouched, and their slice ends immediately. While nothing
   * is recorded, `fn` is simply called.
   *
   * @throws RangeArgumentError for a name that is not a string, a body that is not a function, or
   *   unknown options.
   */
  <T>(name: string, fn: () => T, options?: RangeOptions): T;
  /**
   * An idle range to begin or run later, or to decorate a method with.
   *
   * @throws RangeArgumentError for a name that is not a string.
   */
  (name: string): Range;
}

/** As they were before programs could replace them. */
const { keys } = Object;
const { isArray } = Array;

/** The `range` function of one recorder. */
export function createRange(recorder: Recorder): RangeFunction {
  const labels = recorder.labels.category(RANGE_CATEGORY);
  const held: HeldResult = { value: undefined };
  function range(name: string): Range;
  function range<T>(name: string, fn: () => T, options?: RangeOptions): T;
  // hot
  function range<T>(name: string, fn?: () => T, options?: RangeOptions): T | Range {
    const isPlain = typeof name === 'string' && typeof fn === 'function' && options === undefined;
    if (!isPlain) return rangeByArguments(name, fn, options);
    if (!recorder.enabled) return fn();
    const token = recorder.begin(labels.label(name));
    // As `runInside` does, but here: programs that nest ranges deeply have one frame less for each.
    try {
      held.value = recorder.bodies.wants(fn) ? recorder.bodies.run(token, fn) : fn();
    } catch (error) {
      recorder.end(token);
      throw error;
    }
    return endOf(recorder, held, token) as T;
  }
  function rangeByArguments<T>(name: string, fn?: () => T, options?: RangeOptions): T | Range {
    if (typeof name !== 'string') throw new RangeArgumentError(nameText(name));
    if (fn === undefined) return createIdleRange(name, range, recorder, labels);
    if (typeof fn !== 'function') throw new RangeArgumentError(bodyText(fn));
    if (options !== undefined) checkOptions(options);
    if (!recorder.enabled) return fn();
    const token = recorder.begin(labels.label(name));
    if (options?.args) addArgs(recorder, token, options.args);
    return runInside(recorder, held, token, fn);
  }
  return range;
}

/** Holds the result of a body while its slice ends. */
interface HeldResult {
  value: unknown;
}

// hot
/**
 * Where V8 inlines `fn`, a variable would hold its result across the call that reads the clock. V8 then kept
 * in memory what a loop of `fn` adds up, which made some half as slow again, by the luck of inlining. Put
 * away in an object the result leaves the loop alone.
 */
function runInside<T>(recorder: Recorder, held: HeldResult, token: Token, fn: () => T): T {
  try {
    held.value = recorder.bodies.wants(fn) ? recorder.bodies.run(token, fn) : fn();
  } catch (error) {
    recorder.end(token);
    throw error;
  }
  return endOf(recorder, held, token) as T;
}

// hot
/** Ends the slice of the body whose result is `held`, now or when that settles, and returns the result. */
function endOf(recorder: Recorder, held: HeldResult, token: Token): unknown {
  const { value } = held;
  if (isPlainPromise(value)) {
    held.value = undefined;
    return endRangeWhenSettled(recorder, token, value);
  }
  if (typeof value === 'object' && endsWith(value, () => recorder.endAsync(token))) {
    recorder.moveToLane(token);
    held.value = undefined;
    return value;
  }
  recorder.end(token);
  const kept = held.value;
  held.value = undefined;
  return kept;
}

const { assign } = Object;

function createIdleRange(
  name: string,
  range: RangeFunction,
  recorder: Recorder,
  labels: LabelCategory
): Range {
  const wrap = (original: Decorated): Decorated =>
    function (this: unknown, ...args) {
      return range(name, () => apply(original, this, args));
    };
  const decorator = (...given: readonly unknown[]) => decorate({ name: '@range', wrap }, given);
  defineProperty(decorator, 'name', { value: name });
  const begin = (options?: RangeOptions) => beginRange(recorder, labels.label(name), options);
  const run = <T>(fn: () => T, options?: RangeOptions) => range(name, fn, options);
  return assign(decorator, { begin, run }) as Range;
}

/** A run of a range, or of nothing while nothing is recorded. */
class BegunRange implements OpenRange {
  constructor(
    private readonly recorder: Recorder,
    private readonly label: LabelIndex,
    private token: Token
  ) {}

  end(): void {
    const { token } = this;
    this.token = NO_TOKEN;
    if (token !== NO_TOKEN) this.recorder.end(token);
  }

  dispose(): void {
    this.end();
  }

  [DISPOSE](): void {
    this.end();
  }

  /** The output of `console.log` and of the last line of a cell: the name, and whether it was ended. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const state = this.token === NO_TOKEN ? 'not running' : 'running';
    return `range ${JSON.stringify(this.recorder.labels.nameOf(this.label))} (${state})`;
  }
}

explainDetached(BegunRange, 'range', 'fixed');

// hot
function beginRange(
  recorder: Recorder,
  label: LabelIndex,
  options: RangeOptions | undefined
): OpenRange {
  if (options !== undefined) checkOptions(options);
  if (!recorder.enabled) return new BegunRange(recorder, label, NO_TOKEN);
  const token = recorder.begin(label);
  if (options?.args) addArgs(recorder, token, options.args);
  return new BegunRange(recorder, label, token);
}

/** In place of a value of the program that throws when it is looked at. */
const UNREADABLE = '(unreadable)';

/** Never throws: the range has begun, and its function is to run as it does while nothing is recorded. */
function addArgs(recorder: Recorder, token: Token, args: RangeArgs): void {
  let names: readonly string[];
  try {
    names = keys(args);
  } catch {
    return;
  }
  for (let index = 0; index < names.length; index++) {
    recorder.arg(token, names[index], argOf(args, names[index]));
  }
}

function argOf(args: RangeArgs, name: string): ArgValue {
  try {
    return toArg(args[name]);
  } catch {
    return UNREADABLE;
  }
}

/** Programs without a type checker may give anything. @throws RangeArgumentError */
function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw new RangeArgumentError(optionsText(options));
  const names = keys(options);
  for (let index = 0; index < names.length; index++) {
    const key = names[index];
    if (key !== 'args') throw new RangeArgumentError(unknownOptionText('range', key, ['args']));
  }
  const { args } = options as { readonly args?: unknown };
  if (args !== undefined && !isRecord(args)) throw new RangeArgumentError(argsText(args));
}

/** Programs without a type checker may pass anything: an invalid value is described instead. */
function toArg(value: unknown): ArgValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return isArray(value) ? joined(value) : shown(value);
}

/** By no method: the list may be of a class of the program's. */
function joined(list: readonly unknown[]): string {
  let text = '';
  for (let index = 0; index < list.length; index++) {
    text += (index === 0 ? '' : ', ') + shown(list[index]);
  }
  return text;
}

const nameText = (name: unknown): string =>
  `The name of a range must be a string, got ${shown(name)}`;

const bodyText = (body: unknown): string => `A range must be given a function, got ${shown(body)}`;

const optionsText = (options: unknown): string =>
  `The options of a range must be an object such as { args: { step: 1 } }, got ${shown(options)}`;

const argsText = (args: unknown): string =>
  `The args of a range must be an object of values, got ${shown(args)}`;

/** A method of a result, whatever it takes. */
type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** As they were before programs could replace them. */
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isExtensible } = Object;
const { isGeneratorObject, isProxy } = types;

/** The methods by which a generator goes on. */
const STEPS = ['next', 'return', 'throw'] as const;

/**
 * Calls `ended` once when the work behind a result is over: when a generator is exhausted or given up, or when
 * a thenable that is not a promise of the language settles, which may begin only when it is awaited. The result
 * is given as it is, with hidden methods of its own until then. False, and nothing is called, for all other
 * results.
 */
function endsWith(result: unknown, ended: () => void): boolean {
  if (!isObject(result) || isProxy(result)) return false;
  if (isGeneratorObject(result)) return followGenerator(result, ended);
  const then = methodOf(result, 'then');
  return then !== null && followThenable(result, then, ended);
}

function followGenerator(generator: object, ended: () => void): boolean {
  if (!isExtensible(generator)) return false;
  const end = (): void => {
    for (const name of STEPS) deleteProperty(generator, name);
    ended();
  };
  for (const name of STEPS) {
    const step = methodOf(generator, name);
    if (step === null) continue;
    hide(generator, name, function (this: unknown, ...args) {
      return takeStep(() => apply(step, this, args), end);
    });
  }
  return true;
}

/** Takes a step of a generator, which may be its last. */
function takeStep(step: () => unknown, end: () => void): unknown {
  let result: unknown;
  try {
    result = step();
  } catch (error) {
    end();
    throw error;
  }
  if (isPromise(result)) {
    return thenOf(
      result,
      (value: unknown) => {
        if (isDone(value)) end();
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      }
    );
  }
  if (isDone(result)) end();
  return result;
}

function isDone(result: unknown): boolean {
  return (result as { readonly done?: unknown } | null)?.done === true;
}

function followThenable(thenable: object, then: Method, ended: () => void): boolean {
  const own = getOwnPropertyDescriptor(thenable, 'then');
  if (isOwnPromise(thenable) || !(own?.configurable ?? isExtensible(thenable))) return false;
  const following = (settled: unknown, usual: (value: unknown) => unknown): Method =>
    function (this: unknown, value) {
      ended();
      return typeof settled === 'function' ? apply(settled as Method, this, [value]) : usual(value);
    };
  const follow: Method = function (...args) {
    if (own) defineProperty(thenable, 'then', own);
    else deleteProperty(thenable, 'then');
    const [fulfilled, rejected, ...more] = args;
    const onFulfilled = following(fulfilled, value => value);
    const onRejected = following(rejected, error => {
      throw error;
    });
    return apply(then, this, [onFulfilled, onRejected, ...more]);
  };
  return own
    ? defineProperty(thenable, 'then', { ...own, value: follow })
    : hide(thenable, 'then', follow);
}

/** The method of an object or of what it inherits from; null for getters, which must not be run. */
function methodOf(object: object, name: string): Method | null {
  for (let owner: object | null = object; owner !== null; owner = getPrototypeOf(owner)) {
    const found = getOwnPropertyDescriptor(owner, name);
    if (found) return typeof found.value === 'function' ? (found.value as Method) : null;
    if (isProxy(owner)) return null;
  }
  return null;
}

function hide(object: object, name: string, value: Method): boolean {
  return defineProperty(object, name, { value, configurable: true, writable: true });
}
