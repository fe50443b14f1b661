import { type HookCallbacks, createHook } from 'node:async_hooks';
import { canLeavePromisesOut } from '../process/nodeInternals';
import { hookPromises } from '../process/promiseListeners';
import type { ContinuationListener } from '../../record/slices/asyncBody';

/** Hooks with an option of newer releases: promises are left out of them, as if they did not exist. */
interface CallbackHooks extends HookCallbacks {
  readonly trackPromises: boolean;
}

/**
 * Notifies `listener` of all continuations of promises, timers, callbacks of input and output and
 * microtasks from now on. Returns a function that ends this.
 *
 * @param byPromises has V8 report promises instead of Node: it is faster, and JavaScript can be
 *   terminated from outside meanwhile. Callbacks are then reported only if Node can leave out promises.
 */
export function watchAll(listener: ContinuationListener, byPromises: boolean): () => void {
  const before = (): void => listener.began();
  const after = (): void => listener.ended();
  const hooks: CallbackHooks = { before, after, trackPromises: !byPromises };
  const callbacks = byPromises && !canLeavePromisesOut() ? null : createHook(hooks).enable();
  const stopPromises = byPromises ? hookPromises({ before, after }) : undefined;
  return () => {
    stopPromises?.();
    callbacks?.disable();
  };
}
