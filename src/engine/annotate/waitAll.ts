import { setImmediate } from 'node:timers/promises';
import type { OperatorsInFlight } from '../../record/slices/operatorsInFlight';
import type { HookParts } from '../../sources/operators/operatorCalls';

/** The type of `waitAll`. */
export interface WaitAll {
  /**
   * Waits until every asynchronous operator in flight has settled: instrumented calls, runs of ONNX
   * Runtime, reads of tensors, as far as their calls were recorded; those that start while it waits
   * are waited for as well. Never rejects: an operator that fails is settled, and its caller learns
   * of that as always. Resolves at once when nothing is in flight. An operator must not wait for it
   * itself: it would wait for its own end.
   */
  (): Promise<void>;
}

/** The `waitAll` of one host; each call is recorded as a call into the library, until it resolves. */
export function createWaitAll({ recorder, kinds, apiCalls }: HookParts): WaitAll {
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

/** Between the operators of a chain there is none for a moment: what follows at once belongs to it. */
async function allSettled(inFlight: OperatorsInFlight): Promise<void> {
  while (inFlight.count > 0) {
    await inFlight.whenNone();
    await setImmediate();
  }
}
