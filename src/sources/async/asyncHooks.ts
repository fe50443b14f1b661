import type { HookCallbacks } from 'node:async_hooks';
import { createHook } from 'node:async_hooks';
import { promiseHooks } from 'node:v8';
import type { ContinuationListener } from '../../record/slices/asyncBody';

/** Hooks with an option of newer releases: promises are left out of them, as if they did not exist. */
interface CallbackHooks extends HookCallbacks {
  readonly trackPromises: boolean;
}

/**
 * Tells `listener` of all continuations of promises, timers, callbacks of input and output and
 * microtasks from now on. Returns what ends that.
 *
 * @param byPromises to have V8 tell of promises, rather than Node: it is faster, and JavaScript can be
 *   terminated from outside meanwhile. Then callbacks are told of only where Node leaves promises out.
 */
export function watchAll(listener: ContinuationListener, byPromises: boolean): () => void {
  const before = (): void => listener.began();
  const after = (): void => listener.ended();
  const hooks: CallbackHooks = { before, after, trackPromises: !byPromises };
  const callbacks = byPromises && !canLeavePromisesOut() ? null : createHook(hooks).enable();
  const stopPromises = byPromises
    ? (promiseHooks.createHook({ before, after }) as () => void)
    : undefined;
  return () => {
    stopPromises?.();
    callbacks?.disable();
  };
}

/** Whether Node can tell of callbacks without following promises, by whether it does. */
function canLeavePromisesOut(): boolean {
  let isTold = false;
  const hooks: CallbackHooks = {
    init: (_id, type) => {
      isTold ||= type === 'PROMISE';
    },
    trackPromises: false
  };
  const hook = createHook(hooks).enable();
  void Promise.resolve();
  hook.disable();
  return !isTold;
}
