import { setImmediate } from 'node:timers/promises';
import type { OperatorsInFlight } from '../../record/slices/operatorsInFlight';
import type { HookDeps } from '../../sources/operators/operatorCalls';

/** Waits for asynchronous operators: `waitAll`. */
export interface WaitAll {
  /**
   * Waits until every asynchronous operator in flight has settled: instrumented calls, runs of ONNX
   * Runtime, reads of tensors, as far as their calls were recorded; it also waits for those that start
   * in the meantime. Never rejects: an operator that fails counts as settled, and its caller gets the
   * error as usual. Resolves immediately if nothing is in flight. An operator must not wait for it: it
   * would wait for its own end.
   */
  (): Promise<void>;
}

/** The `waitAll` of one host; each call is recorded as a call into the library, until it resolves. */
export function createWaitAll({ recorder, kinds, apiCalls }: HookDeps): WaitAll {
  const label = apiCalls.label('waitAll');
  const { inFlight } = recorder;
  return async () => {
    if (!recorder.enabled || !kinds.api) return allSettled(inFlight);
    const token = apiCalls.begin(label);
    if (inFlight.count > 0) {
      recorder.moveToLane(token);
      await allSettled(inFlight);
    }
    apiCalls.end(token);
  };
}

/**
 * Between the operators of a chain there is a moment without any: an operator that follows immediately
 * belongs to the chain.
 */
async function allSettled(inFlight: OperatorsInFlight): Promise<void> {
  while (inFlight.count > 0) {
    await inFlight.whenNone();
    await setImmediate();
  }
}
