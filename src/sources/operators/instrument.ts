import { isObject, isReference } from '../../base/isObject';
import { types } from 'node:util';
import { KernelscopeError } from '../../base/errors';
import { CallFacts } from './callFacts';
import { type HookDeps, type LibraryFunction, OperatorCalls, recordingTwin } from './operatorCalls';
import { languagePart } from './languageParts';
import { isInstrumented, wrapFunction } from './wrapFunction';

/** Raised for something whose methods cannot be replaced. */
export class InstrumentError extends KernelscopeError {}

/** Settings of {@link Instrument}. */
export interface InstrumentOptions {
  /** The methods to instrument, by name; default all. */
  readonly filter?: RegExp | ((method: string) => boolean);
  /** Put before each method's name; default the class's name, nothing for a plain object. */
  readonly name?: string;
}

/** The result of {@link Instrument}, with a way to undo it. */
export interface Instrumentation {
  /** Methods that were wrapped, as their slices are named. */
  readonly methods: readonly string[];
  /** Methods that could not be, because the object does not let them be replaced. */
  readonly skipped: readonly string[];
  /** Puts the original methods back, but where somebody else has replaced them since. */
  readonly restore: () => void;
}

/** Makes operators of the methods of an object, a class or a module: `instrument`. */
export interface Instrument {
  /**
   * Makes every method of `target` an operator, each call of it a slice: for an object its own and
   * inherited methods, for a module its functions, for a class its static methods and those of all its
   * instances. Calls return and throw the same as before. An operator whose call returns a promise
   * lasts until that settles, on a separate lane; if calls into libraries are recorded too, the slice
   * of the call ends when it returns. Getters, classes and generators are left alone, and nothing is
   * wrapped twice.
   *
   * @throws InstrumentError for an ES module namespace, for parts of the language, such as `Math` and
   *   `Map`, which the profiler needs itself, and for anything but an object.
   */
  (target: object, options?: InstrumentOptions): Instrumentation;
}

/** The `instrument` function of one recorder. */
export function createInstrument(parts: HookDeps): Instrument {
  const facts = new CallFacts(parts.recorder);
  return (target, options = {}) => {
    assertInstrumentable(target);
    const prefix = options.name ?? defaultName(target);
    const filter = toPredicate(options.filter);
    const run: Run = { parts, facts, prefix, filter, wrapped: new Map() };
    const undo: (() => void)[] = [];
    const skipped: string[] = [];
    for (const { holder, method, owner } of methodsOf(target)) {
      if (!run.filter(method)) continue;
      const restore = replaceMethod(run, holder, method, owner);
      if (restore) undo.push(restore);
      else if (!isInstrumented(valueOf(owner, method))) skipped.push(slice(run, method));
    }
    return {
      methods: [...run.wrapped.keys()],
      skipped,
      restore: () => {
        for (const restore of undo.splice(0)) restore();
      }
    };
  };
}

/** The calls of one method, recorded by all recorders that are to have them. */
class InstrumentedCalls {
  readonly #calls: OperatorCalls;
  /** Those of the recorder that was the twin when there last was one. */
  #ofTwin: { readonly twin: HookDeps; readonly calls: OperatorCalls } | null = null;

  constructor(
    private readonly parts: HookDeps,
    private readonly operator: string,
    facts: CallFacts
  ) {
    this.#calls = new OperatorCalls(parts, { operator, facts });
  }

  // hot
  call(original: LibraryFunction, self: unknown, args: readonly unknown[]): unknown {
    const twin = recordingTwin(this.parts);
    if (twin === null) return this.#calls.call(original, self, args);
    const calls = this.#calls;
    const here: LibraryFunction = function (...given) {
      return calls.call(original, this, given);
    };
    return this.#callsOf(twin).call(here, self, args);
  }

  #callsOf(twin: HookDeps): OperatorCalls {
    if (this.#ofTwin?.twin !== twin) {
      const facts = new CallFacts(twin.recorder);
      this.#ofTwin = { twin, calls: new OperatorCalls(twin, { operator: this.operator, facts }) };
    }
    return this.#ofTwin.calls;
  }
}

interface Run {
  readonly parts: HookDeps;
  readonly facts: CallFacts;
  readonly prefix: string;
  readonly filter: (method: string) => boolean;
  readonly wrapped: Map<string, true>;
}

/** A method that `owner` defines, to be replaced on `holder`, which may inherit from it. */
interface MethodPlace {
  readonly holder: object;
  readonly owner: object;
  readonly method: string;
}

function assertInstrumentable(target: unknown): void {
  if (types.isModuleNamespaceObject(target)) {
    throw new InstrumentError(
      'The exports of an ES module cannot be replaced: instrument its default export, ' +
        'or a class or an object that it exports'
    );
  }
  if (!isReference(target)) {
    throw new InstrumentError(`Cannot instrument ${String(target)}: give an object or a class`);
  }
  const part = languagePart(target);
  if (part === null) return;
  throw new InstrumentError(
    `Cannot instrument ${part}: it is a part of the language, which everything uses, including ` +
      'the profiler. Give a module, or a class or an object of yours'
  );
}

function defaultName(target: object): string {
  if (typeof target === 'function') return target.name;
  const { constructor } = target as { readonly constructor?: unknown };
  return typeof constructor === 'function' && constructor !== Object ? constructor.name : '';
}

function toPredicate(filter: InstrumentOptions['filter']): (method: string) => boolean {
  if (filter === undefined) return () => true;
  return typeof filter === 'function' ? filter : method => method.search(filter) >= 0;
}

function methodsOf(target: object): readonly MethodPlace[] {
  const own = ownMethods(target, target);
  if (typeof target !== 'function') return [...own, ...inheritedMethods(target)];
  const prototype: unknown = target.prototype;
  const isClass = isObject(prototype);
  return isClass ? [...own, ...ownMethods(prototype, prototype)] : own;
}

/** Methods that an object has from its class and its base classes, the nearest of each name. */
function inheritedMethods(target: object): MethodPlace[] {
  const seen = new Set(Object.getOwnPropertyNames(target));
  const places: MethodPlace[] = [];
  for (let owner = parentOf(target); owner && parentOf(owner); owner = parentOf(owner)) {
    places.push(...ownMethods(target, owner).filter(({ method }) => !seen.has(method)));
    for (const name of Object.getOwnPropertyNames(owner)) seen.add(name);
  }
  return places;
}

function ownMethods(holder: object, owner: object): MethodPlace[] {
  return Object.getOwnPropertyNames(owner)
    .filter(name => name !== 'constructor' && isPlainFunction(valueOf(owner, name)))
    .map(method => ({ holder, owner, method }));
}

function parentOf(object: object): object | null {
  return Object.getPrototypeOf(object) as object | null;
}

/** The value of a data property; nothing for getters, which must not be run. */
function valueOf(owner: object, method: string): unknown {
  return Object.getOwnPropertyDescriptor(owner, method)?.value;
}

/** True for what may be called at any time; classes and generators are not. */
function isPlainFunction(value: unknown): value is LibraryFunction {
  if (typeof value !== 'function' || types.isGeneratorFunction(value)) return false;
  if (/^class\b/.test(Function.prototype.toString.call(value))) return false;
  const prototype: unknown = value.prototype;
  const hasMethods = isObject(prototype) && Object.getOwnPropertyNames(prototype).length > 1;
  return !hasMethods;
}

function slice({ prefix }: Run, method: string): string {
  return prefix === '' ? method : `${prefix}.${method}`;
}

/** Replaces one method and returns the way back, or `null` where that cannot be. */
function replaceMethod(
  run: Run,
  holder: object,
  method: string,
  owner: object
): (() => void) | null {
  const inherited = Object.getOwnPropertyDescriptor(owner, method);
  const own = Object.getOwnPropertyDescriptor(holder, method);
  const original: unknown = inherited?.value;
  if (!isPlainFunction(original) || isInstrumented(original)) return null;
  const name = slice(run, method);
  const value = wrapFunction(new InstrumentedCalls(run.parts, name, run.facts), original);
  if (!Reflect.defineProperty(holder, method, { ...inherited, value })) return null;
  run.wrapped.set(name, true);
  return () => {
    if (valueOf(holder, method) !== value) return;
    if (own) Reflect.defineProperty(holder, method, own);
    else Reflect.deleteProperty(holder, method);
  };
}
