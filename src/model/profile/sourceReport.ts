import type { COLUMN_SOURCES } from '../../facts/shared/columnSources';
import type { FactSourceName } from '../../facts/table';

/** Names of the parts that record. */
export type SourceName = keyof typeof COLUMN_SOURCES | FactSourceName;

/** The report of one source. A source that failed never stops the others or the user's code. */
export interface SourceReport {
  readonly source: SourceName;
  readonly status: 'ok' | 'partial' | 'failed' | 'unavailable';
  /** The error and what to do next; empty if `ok`. */
  readonly message: string;
  /** Records this source delivered. */
  readonly records: number;
}

/** The words by which the report of the memory says that a program or thread ended as its heap was full. */
export const OUT_OF_MEMORY = 'ran out of memory';

/** The number of records that a source delivered; 0 without it. */
export function recordsOf(
  { sources }: { readonly sources: readonly SourceReport[] },
  wanted: SourceName
): number {
  return sources.find(({ source }) => source === wanted)?.records ?? 0;
}
