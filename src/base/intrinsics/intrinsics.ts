import { IntrinsicsGuard } from './intrinsicsGuard';

/**
 * The guard of this realm: built-in objects are one for all code in it. Until it is sealed it lets all
 * code run as it is.
 */
export const intrinsics = new IntrinsicsGuard();

const { apply: applyTo, defineProperty } = Reflect;
const ownApply = { value: Reflect.get(Function.prototype, 'apply') as unknown };
const ownCall = { value: Reflect.get(Function.prototype, 'call') as unknown };

/**
 * A listener that works with the original built-in objects, for emitters that fire during user code, or
 * after code that a cell has left running. Node's emitters call `listener.apply`, and those of `once`
 * call `listener.call`, so the listener has its own. Pass it to `on`: the wrapper that `once` puts
 * around a listener is Node's.
 */
export function ownListener<Args extends unknown[]>(
  listener: (...args: Args) => void
): (...args: Args) => void {
  const own = (...args: Args): void => {
    intrinsics.begin(() => {
      applyTo(listener, undefined, args);
    });
  };
  defineProperty(own, 'apply', ownApply);
  defineProperty(own, 'call', ownCall);
  return own;
}
