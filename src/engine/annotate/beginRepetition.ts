import { QUEUED_ARG, RAN_ARG, REPETITION_NAME } from '../../analysis';
import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { Recorder } from '../../record/recorder';
import { threadTimes } from '../../sources/process/threadTimes';

/**
 * Begins the slice of one repetition, counted from 1; the returned function ends it, and notes how long the
 * thread was on a processor and how long it had none.
 */
export function beginRepetition(recorder: Recorder, number: number): () => void {
  if (!recorder.enabled) return () => undefined;
  const before = threadTimes();
  const token = recorder.begin(recorder.label(REPETITION_NAME, REPETITION_CATEGORY));
  recorder.arg(token, 'number', number);
  return () => {
    recorder.end(token);
    const after = threadTimes();
    if (before === null || after === null) return;
    recorder.arg(token, RAN_ARG, after.ranNs - before.ranNs);
    recorder.arg(token, QUEUED_ARG, after.queuedNs - before.queuedNs);
  };
}
