import { type RecordingHost, endCutOff } from 'kernelscope/host';
import type { RunCell } from './executeRequest';
import { KeyboardInterrupt } from '../tslab/failure';

const INTERRUPTED = new KeyboardInterrupt().name;

/**
 * `runCell` that ends everything an interrupted cell has left open in the profiler. The interrupt runs
 * no `finally` of the cell: without this, later cells would be inside its slices and scopes, and
 * recordings that last as long as a call would never end.
 */
export function endingInterrupted(runCell: RunCell, host: RecordingHost): RunCell {
  return async request => {
    const firstToken = host.recorder.slices.nextToken;
    const { begun } = host.callSessions;
    const outcome = await runCell(request);
    if (outcome.status === 'error' && outcome.failure.ename === INTERRUPTED) {
      endCutOff(host.hooks, firstToken);
      host.callSessions.endSince(begun);
    }
    return outcome;
  };
}
