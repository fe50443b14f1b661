import type { Recorder } from '../../record/recorder';
import type { ApiCalls } from '../../sources/operators/apiCalls';
import type { OperatorContext } from '../../sources/operators/operatorContext';

/** Something that remembers the running code. */
export interface RunningCode {
  readonly recorder: Recorder;
  readonly apiCalls: ApiCalls;
  readonly operatorContext: OperatorContext;
}

/**
 * Ends what code left open that was cut off from outside, where neither `finally` nor `catch` runs:
 * its slices, which have the token `firstToken` or a later one, the calls into libraries,
 * differentiations, and all scopes and custom operators. Asynchronous slices go on until their
 * promises settle.
 */
export function endCutOff(running: RunningCode, firstToken: number): void {
  const { recorder, apiCalls, operatorContext } = running;
  const { slices } = recorder;
  const first = Math.max(0, firstToken);
  // Through the recorder, so that watchers of slices see their ends.
  while (slices.innermost >= first) recorder.end(slices.innermost);
  apiCalls.abandon();
  operatorContext.abandon();
  recorder.bodies.abandon();
  recorder.sequence.abandon();
  recorder.isAtOwnWork = false;
}
