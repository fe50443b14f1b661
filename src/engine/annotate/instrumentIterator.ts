import { isObject } from '../../base/isObject';
import { dataWaitName } from '../../analysis/statistics/profileSteps';
import { KernelscopeError, shown } from '../../base/errors';
import type { RangeFunction } from './range';

/** Something that cannot be iterated was to be instrumented. */
export class IteratorError extends KernelscopeError {}

/** Settings of {@link InstrumentIterator}. */
export interface InstrumentIteratorOptions {
  /** Put before `.next` in the name of the ranges; default the name of the class. */
  readonly name?: string;
}

/** Records how long loops wait for their data: `instrumentIterator`. */
export interface InstrumentIterator {
  /**
   * A wrapper of `source`, an iterable or an iterator, synchronous or not: every request for a value is
   * recorded as a range `Class.next`, the time that a loop waits for its data. Everything else,
   * methods, properties and `instanceof`, is the source's own. The source itself stays as it is. A
   * source that is already instrumented is returned unchanged.
   *
   * @throws IteratorError if it cannot be iterated
   */
  <T extends object>(source: T, options?: InstrumentIteratorOptions): T;
}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Methods that give an iterator; the one by a name is that of datasets of TensorFlow.js. */
const GIVES_ITERATOR: readonly PropertyKey[] = [Symbol.iterator, Symbol.asyncIterator, 'iterator'];

/** The `instrumentIterator` function over one `range`. */
export function createInstrumentIterator(range: RangeFunction): InstrumentIterator {
  const standIns = new StandIns(range);
  return (source, { name } = {}) => {
    if (!isIterable(source)) {
      throw new IteratorError(
        `Cannot iterate over ${shown(source)}: give an iterable or an iterator`
      );
    }
    return standIns.of(source, dataWaitName(name ?? classOf(source)));
  };
}

/** A method of a source and its replacement. */
interface Replaced {
  readonly method: Method;
  readonly wrapper: Method;
}

/** Creates the wrappers of iterated objects. */
class StandIns {
  readonly #known = new WeakSet<object>();

  constructor(private readonly range: RangeFunction) {}

  /** The wrapper of `source`, whose values are requested inside ranges of that name. */
  of<T extends object>(source: T, rangeName: string): T {
    if (this.#known.has(source)) return source;
    const replaced = new Map<PropertyKey, Replaced>();
    const standInOf = (given: unknown): unknown => {
      if (given === source) return standIn;
      if (given instanceof Promise) return given.then(standInOf);
      return isIterable(given) ? this.of(given, rangeName) : given;
    };
    const wrap = (key: PropertyKey, method: Method): Method => {
      const call: Method = (...args) => Reflect.apply(method, source, args);
      if (key === 'next') return (...args) => this.range(rangeName, () => call(...args));
      return GIVES_ITERATOR.includes(key) ? (...args) => standInOf(call(...args)) : call;
    };
    const standIn = new Proxy(source, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (!isMethod(value) || key === 'constructor' || isFixed(target, key)) return value;
        const before = replaced.get(key);
        if (before?.method === value) return before.wrapper;
        const wrapper = wrap(key, value);
        replaced.set(key, { method: value, wrapper });
        return wrapper;
      },
      set: (target, key, value) => Reflect.set(target, key, value, target)
    });
    this.#known.add(standIn);
    return standIn;
  }
}

function isIterable(value: unknown): value is object {
  if (!isObject(value)) return false;
  return ['next', ...GIVES_ITERATOR].some(key => isMethod(Reflect.get(value, key)));
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

/** True for a property whose value the language demands of every stand-in. */
function isFixed(target: object, key: PropertyKey): boolean {
  const own = Object.getOwnPropertyDescriptor(target, key);
  return own?.configurable === false && own.writable === false;
}

function classOf(source: object): string {
  const { constructor } = source as { readonly constructor?: unknown };
  const name = isMethod(constructor) ? constructor.name : '';
  return name === '' ? Object.prototype.toString.call(source).slice('[object '.length, -1) : name;
}
