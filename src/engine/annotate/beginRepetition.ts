import { QUEUED_ARG, RAN_ARG, REPETITION_NAME } from '../../analysis';
import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { Recorder } from '../../record/recorder';
import { threadTimes } from '../../sources/process/threadTimes';

/**
 * Begins the slice of one repetition, counted from 1; the returned function ends it, and notes how long the
 * thread was on a processor and how long it had none.
 *
 * @param settle Called before the times are read, outside of the slice: has the system bring them up to date.
 */
export function beginRepetition(
  recorder: Recorder,
  number: number,
  settle: (() => void) | null = null
): () => void {
  if (!recorder.enabled) return () => undefined;
  settle?.();
  const before = threadTimes();
  const token = recorder.begin(recorder.label(REPETITION_NAME, REPETITION_CATEGORY));
  recorder.arg(token, 'number', number);
  return () => {
    recorder.end(token);
    const waited = threadTimes();
    settle?.();
    const after = settle === null ? waited : threadTimes();
    if (before === null || waited === null || after === null) return;
    recorder.arg(token, RAN_ARG, after.ranNs - before.ranNs);
    recorder.arg(token, QUEUED_ARG, waited.queuedNs - before.queuedNs);
  };
}
