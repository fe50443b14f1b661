import type { BundleSummary } from '../../model/output/bundle';
import { printable } from '../../tables/printable';

/** The facts that tell one recording from another. */
export type RecordingFacts = Pick<BundleSummary, 'id' | 'name' | 'startedAtMs' | 'cellFile'>;

/** The name that somebody gave a recording, or null: without one, its name is its id. */
export function givenName({ id, name }: Pick<RecordingFacts, 'id' | 'name'>): string | null {
  return name === '' || name === id ? null : printable(name);
}

/** Name, cell and time of a recording, those that are known; its id if none is. */
export function recordingOrigin(facts: RecordingFacts): string[] {
  const { id, startedAtMs, cellFile } = facts;
  const place = cellFile === null ? null : printable(cellFile);
  const known = [givenName(facts), place, localDateTime(startedAtMs)];
  const parts = known.filter(part => part !== null);
  return parts.length > 0 ? parts : [printable(id)];
}

/** A short title: the given name, else `Cell [3], 14:02:11`, else the id. */
export function recordingTitle(facts: RecordingFacts): string {
  const { id, startedAtMs, cellFile } = facts;
  const name = givenName(facts);
  if (name !== null || cellFile === null) return name ?? printable(id);
  const time = localTime(startedAtMs);
  return time === null ? printable(cellFile) : `${printable(cellFile)}, ${time}`;
}

/** The date of a recording; null for no time that a calendar knows, as profiles of other files may have. */
function dateOf(atMs: number): Date | null {
  const date = new Date(atMs);
  return atMs > 0 && !Number.isNaN(date.getTime()) ? date : null;
}

/** `14:02:11`, in the time zone of this machine; null as for {@link localDateTime}. */
export function localTime(atMs: number): string | null {
  const date = dateOf(atMs);
  return date && [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** `2026-03-01 14:02:11`, in the time zone of this machine; null for no time that a calendar knows. */
export function localDateTime(atMs: number): string | null {
  const date = dateOf(atMs);
  if (date === null) return null;
  const day = [date.getFullYear(), ...[date.getMonth() + 1, date.getDate()].map(twoDigits)];
  return `${day.join('-')} ${localTime(atMs)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
