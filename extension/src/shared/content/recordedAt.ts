import type { TranslationBundle } from '@jupyterlab/translation';

/** The facts that tell one recording from another. */
export interface RecordingFacts {
  readonly id: string;
  /** The id, if nobody gave it a name. */
  readonly name: string;
  /** Milliseconds since the Unix epoch; profiles of other files may have none. */
  readonly startedAtMs: number;
  readonly cellFile: string | null;
}

/** The name that somebody gave a recording, or null. */
export function givenName({ id, name }: RecordingFacts): string | null {
  return name === '' || name === id ? null : name;
}

/** A short title: the given name, else cell and time of day, else the id. */
export function recordingTitle(facts: RecordingFacts, trans: TranslationBundle): string {
  const { id, startedAtMs, cellFile } = facts;
  const name = givenName(facts);
  if (name !== null || cellFile === null) return name ?? id;
  const time = timeOfDay(startedAtMs);
  return time === null ? cellFile : trans.__('%1, %2', cellFile, time);
}

/** `14:02:11` on the clock of this browser; null for no time that a calendar knows. */
export function timeOfDay(atMs: number): string | null {
  const date = dateOf(atMs);
  return date === null
    ? null
    : [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** Date and time on the clock of this browser, in its language; null as for {@link timeOfDay}. */
export function dateAndTime(atMs: number): string | null {
  return dateOf(atMs)?.toLocaleString() ?? null;
}

function dateOf(atMs: number): Date | null {
  const date = new Date(atMs);
  return atMs > 0 && !Number.isNaN(date.getTime()) ? date : null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
