import { COLUMN_SOURCES } from '../../facts/shared/columnSources';
import { FACT_RECORDS, type FactSourceName } from '../../facts/table';
import { record, text, type ValueOf, wholeNumber, word } from '../../schema/schema';

/** Names of the parts that record. */
export type SourceName = keyof typeof COLUMN_SOURCES | FactSourceName;

const NAMES = Object.fromEntries(
  [...Object.keys(COLUMN_SOURCES), ...FACT_RECORDS.map(({ source }) => source.name)].map(name => [
    name,
    true as const
  ])
) as Readonly<Record<SourceName, true>>;

/** Schema of {@link SourceReport}. */
export const SOURCE_REPORT_SCHEMA = record({
  source: word(NAMES),
  status: word({ ok: true, partial: true, failed: true, unavailable: true }),
  /** The error and what to do next; empty if `ok`. */
  message: text(),
  /** Records this source delivered. */
  records: wholeNumber()
});

/** The report of one source. A source that failed never stops the others or the user's code. */
export type SourceReport = ValueOf<typeof SOURCE_REPORT_SCHEMA>;

/** The words by which the report of the memory says that a program or thread ended as its heap was full. */
export const OUT_OF_MEMORY = 'ran out of memory';

/** The number of records that a source delivered; 0 without it. */
export function recordsOf(
  { sources }: { readonly sources: readonly SourceReport[] },
  wanted: SourceName
): number {
  return sources.find(({ source }) => source === wanted)?.records ?? 0;
}
