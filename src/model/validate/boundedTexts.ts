import type { Profile } from '../profile/profile';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../../schema/validateValue';

const ELLIPSIS = '…';

/** `text`, with its end cut off if a reader would refuse its length. */
function bounded(text: string, limit = MAX_NAME_LENGTH): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}${ELLIPSIS}`;
}

/** The same object unless one of its texts is too long. */
function withTexts<T extends object>(item: T, keys: readonly (keyof T)[]): T {
  const changed = keys.flatMap(key => {
    const text: unknown = item[key];
    if (typeof text !== 'string' || bounded(text) === text) return [];
    return [[key, bounded(text)] as const];
  });
  return changed.length === 0 ? item : { ...item, ...Object.fromEntries(changed) };
}

/**
 * The profile with the ends of texts cut off that are longer than a reader allows, as names that a
 * program makes of data may be; the same tables otherwise.
 */
export function withBoundedTexts(profile: Profile): Profile {
  const { meta, strings, tracks, counters, sources } = profile;
  const options = Object.entries(meta.options).map(
    ([name, option]) => [bounded(name), bounded(option)] as const
  );
  const cell = meta.cell && {
    ...withTexts(meta.cell, ['file']),
    source: bounded(meta.cell.source, MAX_TEXT_LENGTH)
  };
  return {
    ...profile,
    meta: {
      ...withTexts(meta, ['id', 'name', 'host', 'runtime']),
      options: Object.fromEntries(options),
      cell
    },
    strings: strings.map(text => bounded(text, MAX_TEXT_LENGTH)),
    tracks: tracks.map(track => withTexts(track, ['name'])),
    counters: counters.map(series => withTexts(series, ['name', 'category'])),
    sources: sources.map(report => withTexts(report, ['message']))
  };
}
