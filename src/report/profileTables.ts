import { programPart } from '../analysis/stacks/programPart';
import { UNTRANSLATED } from '../base/translator';
import type { FactTopic, TableForm } from '../facts/shared/fact';
import { COLUMN_FACTS, FACTS } from '../facts/table';
import type { Profile } from '../model/profile/profile';
import { PLAIN_FORMATS, type ReportTable } from '../tables/reportTable';
import { sectionText } from '../tables/textTable';

/** Tables in English, of which each has `top` rows at most, 0 for all. */
export function plainForm(top: number): TableForm {
  return { top, trans: UNTRANSLATED, formats: PLAIN_FORMATS };
}

/** The tables of the facts of a topic that a profile has; those of columns are of the program's part. */
export function factTables(
  profile: Profile,
  topic: FactTopic,
  form: TableForm
): readonly ReportTable[] {
  const ofColumns = COLUMN_FACTS.flatMap(({ shown }) =>
    shown?.topic === topic ? [shown.table(programPart(profile), form)] : []
  );
  const ofMeta = FACTS.flatMap(({ shown }) =>
    shown?.topic === topic ? (shown.table(profile.meta, form) ?? []) : []
  );
  return [...ofColumns.filter(({ rows }) => rows.length > 0), ...ofMeta];
}

/** Tables as text, below each other. */
export function tablesText(tables: readonly ReportTable[]): string {
  return tables.map(sectionText).join('');
}
