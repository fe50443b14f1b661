import type { TranslationBundle } from './application';
import { type RecordingFacts, localTime } from 'kernelscope/report';

/** The name that somebody gave a recording, or null: without one, its name is its id. */
export function givenName({ id, name }: Pick<RecordingFacts, 'id' | 'name'>): string | null {
  return name === '' || name === id ? null : name;
}

/** A short title: the given name, else cell and time of day, else the id. */
export function recordingTitle(facts: RecordingFacts, trans: TranslationBundle): string {
  const { id, startedAtMs, cellFile } = facts;
  const name = givenName(facts);
  if (name !== null || cellFile === null) return name ?? id;
  const time = localTime(startedAtMs);
  return time === null ? cellFile : trans.__('%1, %2', cellFile, time);
}

/** The title with date and time, where a given name took the place of these. */
export function datedTitle(facts: RecordingFacts, trans: TranslationBundle): string {
  const title = recordingTitle(facts, trans);
  const time = givenName(facts) === null ? null : dateAndTime(facts.startedAtMs);
  return time === null ? title : trans.__('%1 (%2)', title, time);
}

/** Date and time on the clock of this browser, in its language; null for no time that a calendar knows. */
export function dateAndTime(atMs: number): string | null {
  return localTime(atMs) === null ? null : new Date(atMs).toLocaleString();
}
