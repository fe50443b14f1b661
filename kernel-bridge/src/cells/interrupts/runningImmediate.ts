import { executionAsyncResource } from 'node:async_hooks';
import { clearImmediate as clear, setImmediate as set } from 'node:timers';

/** As they were before cells could replace them. */
const clearImmediate = clear;
const setImmediate = set;
const { apply } = Reflect;

/** The fields by which Node links an immediate to others and records its state. */
export interface LinkedImmediate {
  _destroyed: boolean;
  _onImmediate: ((...args: unknown[]) => unknown) | null;
  readonly _argv?: readonly unknown[] | null;
  _idleNext: LinkedImmediate | null;
  _idlePrev: LinkedImmediate | null;
}

const nothing = (): void => undefined;

/** The immediate whose callback is running; null if none is. */
export function runningImmediate(): LinkedImmediate | null {
  const resource = executionAsyncResource() as Partial<LinkedImmediate>;
  const isRunning =
    resource._destroyed === true && '_onImmediate' in resource && '_idlePrev' in resource;
  return isRunning ? (resource as LinkedImmediate) : null;
}

/**
 * Prepares Node for a termination of the callback of `ended`. Node advances its list of immediates
 * in a `finally`, which a termination skips. The first immediate of a list would take all others with
 * it; after any other one, Node would fail at it again and again, and run no immediate any more.
 */
export function prepareToEnd(ended: LinkedImmediate): void {
  if (ended._idlePrev === null) requeueAfter(ended);
  else passAgain(ended);
}

function requeueAfter(ended: LinkedImmediate): void {
  const waiting: LinkedImmediate[] = [];
  for (let next = ended._idleNext; next !== null; next = next._idleNext) waiting.push(next);
  for (const one of waiting) {
    const { _onImmediate: callback, _argv: args } = one;
    clearImmediate(one as unknown as NodeJS.Immediate);
    if (callback !== null) setImmediate(() => apply(callback, one, args ?? []));
  }
}

/** Node begins with `ended` the next time: it then does nothing, and is counted as one more immediate. */
function passAgain(ended: LinkedImmediate): void {
  ended._destroyed = false;
  ended._onImmediate = nothing;
  const [before, counted, after] = [
    setImmediate(nothing),
    setImmediate(nothing),
    setImmediate(nothing)
  ];
  counted.unref();
  link(before, after);
}

/** Takes out what is between two immediates of a list. */
function link(before: NodeJS.Immediate, after: NodeJS.Immediate): void {
  const [first, second] = [before, after] as unknown as [LinkedImmediate, LinkedImmediate];
  first._idleNext = second;
  second._idlePrev = first;
}
