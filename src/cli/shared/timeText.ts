import { hotLines, packageTimes, summarize } from '../../analysis';
import type { Profile } from '../../model/profile/profile';
import { deoptsTable, hotLinesTable, packagesTable, summaryLine } from '../../report';
import type { TextFormat } from '../../settings/table/profileOptions';
import { lineSources } from './lineSources';

/** The tables to print, each with its number of rows, 0 for all; absent for none. */
export interface TimeTables {
  readonly lines?: number;
  readonly packages?: number;
  readonly deopts?: number;
}

/** The summary of a profile and the tables asked for, or these as JSON. */
export function timeText(profile: Profile, tables: TimeTables, format: TextFormat): string {
  const sourceOf = lineSources(profile, process.cwd());
  if (format === 'json') return `${JSON.stringify(timeJson(profile, tables, sourceOf), null, 2)}\n`;
  const { lines, packages, deopts } = tables;
  const byPackage = packages === undefined ? '' : packagesTable(profile, packages);
  const byLine = lines === undefined ? '' : hotLinesTable(profile, lines, sourceOf);
  const time = `${byPackage}${byLine}`;
  const isTimeMissing = time === '' && (lines ?? packages) !== undefined;
  const given = deopts === undefined ? '' : deoptsTable(profile, deopts) || noDeopts(profile);
  const text = `${isTimeMissing ? '\nNo CPU samples were recorded.\n' : time}${given}`;
  return `${summaryLine(summarize(profile))}\n${text}`;
}

function timeJson(
  profile: Profile,
  { lines, packages, deopts }: TimeTables,
  sourceOf: ReturnType<typeof lineSources>
): object {
  return {
    ...(packages !== undefined && { packages: packagesJson(profile, packages) }),
    ...(lines !== undefined && { lines: linesJson(profile, lines, sourceOf) }),
    ...(deopts !== undefined && { deopts: deoptsJson(profile, deopts) })
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

/** All that is known, or null if it was not recorded. */
function deoptsJson({ meta }: Profile, most: number): object | null {
  return meta.deopts ? { ...meta.deopts, rows: first(meta.deopts.rows, most) } : null;
}

function noDeopts({ meta }: Profile): string {
  return meta.deopts
    ? '\nThere were no deoptimizations.\n'
    : '\nNo deoptimizations were recorded; record with --deopts.\n';
}

function first<Row>(rows: readonly Row[], most: number): readonly Row[] {
  return most > 0 ? rows.slice(0, most) : rows;
}
