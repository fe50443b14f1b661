import type { ProgressPhase, RecordingProgress } from '../output/progress';
import { PROGRESS_PHASES } from '../output/progress';
import { ProfileError } from '../profile/profileError';
import { checkNumber, checkRecord, checkText, checkWord } from './validateValue';

/** Longest name or id, UTF-16 units. */
const MAX_LENGTH = 1000;

/** `value` as a number of at least 0 that is exact, so that its digits are few. @throws ProfileError */
function checkFigure(value: unknown, place: string): number {
  const figure = checkNumber(value, place);
  if (figure <= Number.MAX_SAFE_INTEGER) return figure;
  throw new ProfileError(`${place} is ${figure}; at most ${Number.MAX_SAFE_INTEGER} is allowed.`);
}

/** `value` as the state of a recording, without anything else in it. @throws ProfileError */
export function validateProgress(value: unknown): RecordingProgress {
  const { phase, name, cellId, elapsedMs, rssBytes, slices } = checkRecord(value, 'progress');
  checkWord(phase, 'progress.phase', PROGRESS_PHASES);
  return {
    phase: phase as ProgressPhase,
    name: name === null ? null : checkText(name, 'progress.name', MAX_LENGTH),
    cellId: checkText(cellId, 'progress.cellId', MAX_LENGTH),
    elapsedMs: checkFigure(elapsedMs, 'progress.elapsedMs'),
    rssBytes: checkFigure(rssBytes, 'progress.rssBytes'),
    slices: checkFigure(slices, 'progress.slices')
  };
}
