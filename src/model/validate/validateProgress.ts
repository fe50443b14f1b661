import type { ProgressPhase, RecordingProgress } from '../output/progress';
import { PROGRESS_PHASES } from '../output/progress';
import { checkNumber, checkRecord, checkText, checkWord } from './validateValue';

/** Longest name or id, UTF-16 units. */
const MAX_LENGTH = 1000;

/** `value` as the state of a recording, without anything else in it. @throws ProfileError */
export function validateProgress(value: unknown): RecordingProgress {
  const { phase, name, cellId, elapsedMs, rssBytes, slices } = checkRecord(value, 'progress');
  checkWord(phase, 'progress.phase', PROGRESS_PHASES);
  return {
    phase: phase as ProgressPhase,
    name: name === null ? null : checkText(name, 'progress.name', MAX_LENGTH),
    cellId: checkText(cellId, 'progress.cellId', MAX_LENGTH),
    elapsedMs: checkNumber(elapsedMs, 'progress.elapsedMs'),
    rssBytes: checkNumber(rssBytes, 'progress.rssBytes'),
    slices: checkNumber(slices, 'progress.slices')
  };
}
