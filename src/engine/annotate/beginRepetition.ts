import { REPETITION_NAME } from '../../analysis';
import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { Recorder } from '../../record/recorder';

/** Begins the slice of one repetition, counted from 1; the returned function ends it. */
export function beginRepetition(recorder: Recorder, number: number): () => void {
  if (!recorder.enabled) return () => undefined;
  const token = recorder.begin(recorder.label(REPETITION_NAME, REPETITION_CATEGORY));
  recorder.arg(token, 'number', number);
  return () => recorder.end(token);
}
