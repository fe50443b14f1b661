import { isObject } from '../../base/isObject';
import { KernelscopeError } from '../../base/errors';

/** A decorator was used on something other than a method, getter or setter; nothing was changed. */
export class DecoratorTargetError extends KernelscopeError {
  constructor(decorator: string, target: string) {
    super(
      `${decorator} decorates methods, getters and setters, not ${target}. ` +
        'For a function in a field, wrap the function itself'
    );
  }
}

/** A method, getter or setter. */
export type Decorated = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * A decorator of methods, getters and setters, static or not, for both kinds that TypeScript has: the
 * standard ones, which notebook cells have, and the legacy ones of `experimentalDecorators`.
 *
 * @throws DecoratorTargetError for classes, fields and accessors
 */
export interface CallDecorator {
  /** Standard. */
  <V extends (this: never, ...args: never[]) => unknown>(
    value: V,
    context: ClassMethodDecoratorContext | ClassGetterDecoratorContext | ClassSetterDecoratorContext
  ): V;
  /** Legacy. */
  <V>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<V>): void;
}

/** The name and the wrapper of a decorator. */
export interface Decoration {
  /** As errors name it, such as `@range`. */
  readonly name: string;
  /** The function to put in the place of `original`, which is named `name`. */
  readonly wrap: (original: Decorated, name: string) => Decorated;
}

/**
 * Decorates with the arguments that the compiler passes to a decorator: a value and its context, or the
 * target, the key and the descriptor of legacy decorators. Returns the result that the compiler
 * expects.
 *
 * @throws DecoratorTargetError for anything but a method, getter or setter
 */
export function decorate(decoration: Decoration, given: readonly unknown[]): unknown {
  const [target, key, descriptor] = given;
  if (isObject(key) && 'kind' in key) return decorateStandard(decoration, target, key);
  if (!isKey(key)) throw new DecoratorTargetError(decoration.name, describe(target));
  if (isObject(descriptor)) return decorateLegacy(decoration, String(key), descriptor);
  throw new DecoratorTargetError(decoration.name, `the field ${String(key)}`);
}

/**
 * Wraps the function that is all of `given`; other arguments are those that the compiler passes to a
 * decorator, as for {@link decorate}.
 *
 * @throws DecoratorTargetError for anything but a function, method, getter or setter
 */
export function wrapOrDecorate(decoration: Decoration, given: readonly unknown[]): unknown {
  const [fn] = given;
  const isAlone = given.length === 1 && isFunction(fn) && !isClass(fn);
  return isAlone ? decoration.wrap(fn, fn.name) : decorate(decoration, given);
}

/** @throws DecoratorTargetError for a class, which a legacy decorator without arguments is called with */
export function refuseClass(decorator: string, target: Decorated): void {
  if (isClass(target)) throw new DecoratorTargetError(decorator, describe(target));
}

/**
 * True for what is written as a class, which cannot be called without `new`: a legacy decorator of a class gets
 * it alone, as a call with a function does.
 */
function isClass(fn: unknown): boolean {
  return isFunction(fn) && /^class\b/.test(Function.prototype.toString.call(fn));
}

const KINDS: readonly unknown[] = ['method', 'getter', 'setter'];

function decorateStandard(
  decoration: Decoration,
  value: unknown,
  { kind, name }: { readonly kind?: unknown; readonly name?: unknown }
): Decorated {
  if (isFunction(value) && KINDS.includes(kind)) return wrapNamed(decoration, value, String(name));
  throw new DecoratorTargetError(decoration.name, `the ${String(kind)} ${String(name)}`);
}

/** The parts of a property's descriptor that may hold functions. */
interface Members {
  readonly value?: unknown;
  readonly get?: unknown;
  readonly set?: unknown;
}

function decorateLegacy(decoration: Decoration, name: string, descriptor: Members): Members {
  const wrapped = (['value', 'get', 'set'] as const).flatMap(key => {
    const member = descriptor[key];
    return isFunction(member) ? [[key, wrapNamed(decoration, member, name)] as const] : [];
  });
  if (wrapped.length > 0) return { ...descriptor, ...Object.fromEntries(wrapped) };
  throw new DecoratorTargetError(decoration.name, `the field ${name}`);
}

/** The wrapper, with the name and the length of the original. */
function wrapNamed({ wrap }: Decoration, original: Decorated, name: string): Decorated {
  return dressAs(original, wrap(original, name));
}

/** Gives `wrapper` the name and the length of the original. */
export function dressAs(original: Decorated, wrapper: Decorated): Decorated {
  for (const key of ['name', 'length'] as const) {
    Object.defineProperty(wrapper, key, { value: original[key], configurable: true });
  }
  return wrapper;
}

function describe(target: unknown): string {
  return isFunction(target) ? `the class ${target.name}` : 'this value';
}

function isKey(value: unknown): value is string | symbol {
  return typeof value === 'string' || typeof value === 'symbol';
}

function isFunction(value: unknown): value is Decorated {
  return typeof value === 'function';
}
