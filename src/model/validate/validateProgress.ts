import { PROGRESS_PHASES, type ProgressPhase, type RecordingProgress } from '../output/progress';
import {
  checkInteger,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';

/** Longest name or id, UTF-16 units. */
const MAX_LENGTH = 1000;

/** `value` as a whole number that is exact, so that its digits are few. @throws ProfileError */
function checkCount(value: unknown, place: string): number {
  return checkInteger(value, place, 0, Number.MAX_SAFE_INTEGER);
}

/** `value` as a time whose whole milliseconds are exact. @throws ProfileError */
function checkElapsed(value: unknown): number {
  const elapsedMs = checkNumber(value, 'progress.elapsedMs');
  checkCount(Math.floor(elapsedMs), 'progress.elapsedMs');
  return elapsedMs;
}

/** `value` as the state of a recording, without anything else in it. @throws ProfileError */
export function validateProgress(value: unknown): RecordingProgress {
  const { phase, name, cellId, elapsedMs, rssBytes, slices } = checkRecord(value, 'progress');
  checkWord(phase, 'progress.phase', PROGRESS_PHASES);
  return {
    phase: phase as ProgressPhase,
    name: name === null ? null : checkText(name, 'progress.name', MAX_LENGTH),
    cellId: checkText(cellId, 'progress.cellId', MAX_LENGTH),
    elapsedMs: checkElapsed(elapsedMs),
    rssBytes: checkCount(rssBytes, 'progress.rssBytes'),
    slices: checkCount(slices, 'progress.slices')
  };
}
