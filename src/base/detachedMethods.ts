import { KernelscopeError } from './errors';

/** Before any program replaces it. */
const { apply } = Reflect;

/** A method was called without its object, as after `const { stop } = session`. */
export class DetachedMethodError extends KernelscopeError {
  constructor(method: string, object: string) {
    super(
      `${method} was called without its ${object}: call ${object}.${method}(), or bind it, ` +
        `${object}.${method}.bind(${object})`
    );
  }
}

/** A method, whatever it takes, and the same as a function of its object. */
type Method = (this: unknown, ...args: readonly unknown[]) => unknown;
type Called = (self: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Has the own methods of a class say what is wrong when they are called without their object: after it was
 * taken apart, or as a callback. `object` is a word for it. Methods of a class whose calls are many take two
 * arguments at most: `fixed`.
 */
export function explainDetached(
  { prototype }: { readonly prototype: object },
  object: string,
  takes: 'any' | 'fixed' = 'any'
): void {
  const isPrototypeOf = Reflect.get(Object.prototype, 'isPrototypeOf') as Method;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (name === 'constructor' || typeof property?.value !== 'function') continue;
    const method = property.value as Method;
    const called = Function.prototype.call.bind(method) as Called;
    const check = (self: unknown): void => {
      if (!apply(isPrototypeOf, prototype, [self])) {
        throw new DetachedMethodError(name, object);
      }
    };
    const value: Method =
      takes === 'fixed'
        ? function (first, second) {
            check(this);
            return called(this, first, second);
          }
        : function (...args) {
            check(this);
            return apply(method, this, args);
          };
    for (const key of ['name', 'length'] as const) {
      Object.defineProperty(value, key, { value: method[key], configurable: true });
    }
    Object.defineProperty(prototype, name, { ...property, value });
  }
}
