import { UNTRANSLATED } from '../base/translator';
import type { FactTopic, TableForm } from '../facts/shared/fact';
import { FACTS } from '../facts/table';
import type { Profile } from '../model/profile/profile';
import type { ReportTable } from '../tables/reportTable';
import { sectionText } from '../tables/textTable';
import { PLAIN_FORMATS } from './findings/findingSentence';

/** The tables of the facts of a topic that a profile has, for one medium. */
export function factTables(
  { meta }: Pick<Profile, 'meta'>,
  topic: FactTopic,
  form: TableForm
): readonly ReportTable[] {
  return FACTS.flatMap(({ shown }) =>
    shown?.topic === topic ? (shown.table(meta, form) ?? []) : []
  );
}

/** The same in English. */
export function plainTables(
  profile: Pick<Profile, 'meta'>,
  topic: FactTopic,
  form: Pick<TableForm, 'medium' | 'top'>
): readonly ReportTable[] {
  return factTables(profile, topic, { ...form, trans: UNTRANSLATED, formats: PLAIN_FORMATS });
}

/** The same as text, of which those with many rows have `top`, 0 for all; empty where nothing was recorded. */
export function factText(profile: Pick<Profile, 'meta'>, topic: FactTopic, top: number): string {
  return plainTables(profile, topic, { medium: 'text', top }).map(sectionText).join('');
}
