import { COLUMN_SOURCES } from '../../facts/shared/columnSources';
import { FACTS } from '../../facts/table';
import type { SourceName } from '../../model/profile/sourceReport';

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COLUMN_SOURCES),
  ...FACTS.map(({ source }) => [source.name, source.title] as const)
]);

/** The data of a source, as the start of a sentence about losses. */
export function sourceTitle(name: SourceName): string {
  return TITLES.get(name) ?? name;
}
