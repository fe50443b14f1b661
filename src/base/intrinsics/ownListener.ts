import { intrinsics } from './intrinsics';

const { apply: applyTo, defineProperty } = Reflect;
const methods = ['apply', 'call'].map(
  name => [name, Reflect.get(Function.prototype, name)] as const
);

/**
 * A listener that works with the built-in objects as they were, for what emits amid code of the user, or
 * after code that a cell has left running.
 * Emitters of Node call `listener.apply`, and those of `once` call `listener.call`: it has its own.
 * Give it to `on`: what `once` puts around a listener is Node's.
 */
export function ownListener<Args extends unknown[]>(
  listener: (...args: Args) => void
): (...args: Args) => void {
  const own = (...args: Args): void => {
    intrinsics.begin(() => {
      applyTo(listener, undefined, args);
    });
  };
  for (const [name, value] of methods) defineProperty(own, name, { value: value as unknown });
  return own;
}
