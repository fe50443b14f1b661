import { hotLines, packageTimes, summarize } from '../../analysis';
import { FACTS } from '../../facts/table';
import type { Profile } from '../../model/profile/profile';
import {
  hotLinesTable,
  packagesTable,
  plainForm,
  startUpLine,
  summaryLine,
  tablesText
} from '../../report';
import type { TextFormat } from '../../settings/table/profileOptions';
import { sectionText } from '../../tables/textTable';
import { lineSources } from './lineSources';

type CommandFact = Extract<
  (typeof FACTS)[number],
  { readonly shown: { readonly command: object } }
>;

/** The rows of the tables of facts, by the names of those; absent for none. */
export type FactRows<Rows> = { readonly [Name in CommandFact['name']]?: Rows };

/** The facts whose table is printed by itself where an option asks for it. */
export const FACT_TABLES = FACTS.filter(
  (fact): fact is CommandFact => fact.shown !== null && fact.shown.command !== null
).map(fact => ({ ...fact.shown.command, name: fact.name, long: fact.option.flag.long, fact }));

type FactTable = (typeof FACT_TABLES)[number];

/** The tables to print, each with its number of rows, 0 for all; absent for none. */
export interface TimeTables {
  readonly lines?: number;
  readonly packages?: number;
  readonly facts: FactRows<number>;
}

/** The summary of a profile and the tables asked for, or these as JSON. */
export function timeText(profile: Profile, tables: TimeTables, format: TextFormat): string {
  const sourceOf = lineSources(profile, process.cwd());
  if (format === 'json') return `${JSON.stringify(timeJson(profile, tables, sourceOf), null, 2)}\n`;
  const { lines, packages, facts } = tables;
  const time = tablesText([
    ...(packages === undefined ? [] : [packagesTable(profile, plainForm(packages))]),
    ...(lines === undefined ? [] : [hotLinesTable(profile, plainForm(lines), sourceOf)])
  ]);
  const isTimeMissing = time === '' && (lines ?? packages) !== undefined;
  const given = FACT_TABLES.map(table => factTable(profile, table, facts[table.name])).join('');
  const text = `${isTimeMissing ? '\nNo CPU samples were recorded.\n' : time}${given}`;
  return `${summaryLine(summarize(profile))}\n${startUpLine(profile)}${text}`;
}

function timeJson(
  profile: Profile,
  { lines, packages, facts }: TimeTables,
  sourceOf: ReturnType<typeof lineSources>
): object {
  return {
    ...(packages !== undefined && { packages: packagesJson(profile, packages) }),
    ...(lines !== undefined && { lines: linesJson(profile, lines, sourceOf) }),
    ...Object.fromEntries(factsJson(profile, facts))
  };
}

function packagesJson(profile: Profile, most: number): object {
  const { rows, ...whole } = packageTimes(profile);
  return { ...whole, rows: first(rows, most) };
}

function linesJson(
  profile: Profile,
  most: number,
  sourceOf: ReturnType<typeof lineSources>
): object {
  const { lines, ...whole } = hotLines(profile);
  const rows = first(lines, most).map(row => {
    return { ...row, source: sourceOf(row.file, row.line) ?? null };
  });
  return { ...whole, rows };
}

/** All that is known of each fact asked for, or null if it was not recorded. */
function factsJson(
  { meta }: Profile,
  rows: FactRows<number>
): readonly (readonly [CommandFact['name'], object | null])[] {
  return FACT_TABLES.flatMap(({ name }) => {
    const most = rows[name];
    if (most === undefined) return [];
    const part = meta[name];
    return [[name, part ? limited(part, most) : null] as const];
  });
}

/** The table of a fact, or why there is none; empty where it is not asked for. */
function factTable(profile: Profile, table: FactTable, most: number | undefined): string {
  if (most === undefined) return '';
  const { fact, noun, long } = table;
  const report = fact.shown.table(profile.meta, plainForm(most));
  return report === null
    ? `\nNo ${noun} were recorded; record with --${long}.\n`
    : sectionText(report);
}

/** The part of a fact, with the first of its rows where it has some. */
function limited(part: object, most: number): object {
  if (Array.isArray(part)) return first<unknown>(part, most);
  const rows: unknown = 'rows' in part ? part.rows : null;
  return Array.isArray(rows) ? { ...part, rows: first<unknown>(rows, most) } : part;
}

function first<Row>(rows: readonly Row[], most: number): readonly Row[] {
  return most > 0 ? rows.slice(0, most) : rows;
}
