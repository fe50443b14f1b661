import { type AggregateSection, summarize } from '../../analysis';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { COLUMN_FACTS, FACTS } from '../../facts/table';
import { EVENT_LOOP_CATEGORY } from '../../model/profile/categories';
import { PROCESS_MEMORY } from '../../model/profile/memoryCounters';
import { DEFAULT_PROFILE_OPTIONS, type ProfileOptions } from '../../settings/table/profileOptions';
import {
  dumpsTable,
  SCREEN_NAME,
  factTables,
  findingsText,
  hotFunctionsTable,
  hotLinesTable,
  memoryTables,
  packagesTable,
  plainForm,
  profileNotes,
  startUpLine,
  summaryLine,
  tablesText,
  testTables,
  waitingTables
} from '../../report';
import { lineSources } from './lineSources';

export type PrintOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'>;

/** The maximum number of functions, lines or packages printed, unless all are requested. */
const MAX_ROWS = 15;

/** The same in {@link briefText}, which is one screen of a terminal. */
const BRIEF_ROWS = 5;

/**
 * A profile as a terminal shows it: its summary, findings, statistics of what the program names itself, requests, packages
 * and hottest lines and functions, tables of facts, what waited and allocated, and at last the statistics that every program
 * has; or all as JSON.
 */
export function profileText(profile: RecordedProfile, options: PrintOptions): string {
  if (options.format === 'json') return `${profile.dumps(options)}\n`;
  const others = profile
    .sections()
    .map(othersOf)
    .filter(({ rows }) => rows.length > 0);
  const text = tables(profile, options, {
    top: Math.min(options.top, MAX_ROWS),
    folder: process.cwd()
  });
  return others.length === 0 ? text : `${text}${statisticsOf(others, options)}`;
}

/**
 * Where the time of a run went, on one screen: as {@link profileText}, with few rows of each table, and without the
 * statistics that every program has. If printing options were given, all of `profileText`. Sources are read in `folder`,
 * where the program ran.
 */
export function briefText(
  profile: RecordedProfile,
  options: PrintOptions,
  folder = process.cwd()
): string {
  const { sortBy, ascending, top, format } = DEFAULT_PROFILE_OPTIONS;
  const isUsual =
    options.sortBy === sortBy &&
    options.ascending === ascending &&
    options.top === top &&
    options.format === format;
  if (!isUsual) return profileText(profile, options);
  return tables(profile, options, { top: BRIEF_ROWS, folder });
}

function tables(
  profile: RecordedProfile,
  options: PrintOptions,
  { top, folder }: { readonly top: number; readonly folder: string }
): string {
  const { data, found } = profile;
  const notes = profileNotes(data);
  const own = profile.sections().map(withoutProcess).filter(isOwn);
  const statistics =
    own.length > 0 ? statisticsOf(own, options, notes) : notes.map(note => `${note}\n`).join('');
  const form = plainForm(top);
  const rest = tablesText([
    ...testTables(data, form),
    ...factTables(data, 'work', form),
    packagesTable(data, form),
    hotLinesTable(data, form, lineSources(data, folder)),
    hotFunctionsTable(data, form),
    ...factTables(data, 'code', form),
    ...waitingTables(data, form),
    ...memoryTables(data, form)
  ]);
  // The tables begin with an empty line, which the findings end with.
  const last = statistics === '' ? rest.slice(1) : `${statistics}${rest}`;
  return `${summaryLine(summarize(data))}\n${startUpLine(data)}${findingsText(found, data.meta.cell)}${last}`;
}

/** Categories whose rows the summary and the findings are made of, or have a table of their own. */
const TOLD_CATEGORIES: readonly string[] = [
  ...FACTS.flatMap(({ shown }) => shown?.categories ?? []),
  ...COLUMN_FACTS.flatMap(({ categories }) => categories),
  EVENT_LOOP_CATEGORY
];

function isOwn({ category, rows }: AggregateSection): boolean {
  return rows.length > 0 && !TOLD_CATEGORIES.includes(category);
}

function withoutProcess(section: AggregateSection): AggregateSection {
  return { ...section, rows: section.rows.filter(({ name }) => !name.startsWith(PROCESS_MEMORY)) };
}

/** What is left of a section where those of the program's own are told before. */
function othersOf(section: AggregateSection): AggregateSection {
  if (!isOwn(withoutProcess(section))) return section;
  return { ...section, rows: section.rows.filter(({ name }) => name.startsWith(PROCESS_MEMORY)) };
}

function statisticsOf(
  sections: readonly AggregateSection[],
  { sortBy, ascending, top }: PrintOptions,
  notes: readonly string[] = []
): string {
  return dumpsTable(sections, { sortBy, ascending, top, notes, maxName: SCREEN_NAME });
}
