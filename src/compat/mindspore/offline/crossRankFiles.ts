import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { codeOf, firstLineOf, messageOf } from '../../../base/errors';
import type { CrossRankReport } from '../../../report';
import { crossRankMarkdown } from '../../../report';
import { writeFileAtomically } from '../../../engine/files/atomicWrite';
import { TABLE_NAMES } from './crossRankColumns';
import type { TableName } from './crossRankColumns';
import type { CrossRankDatabase } from './crossRankDatabase';

/** Folder of the Parquet files. */
const CROSS_RANK_FOLDER = 'cross_rank';

/** The report in two forms. */
const CROSS_RANK_FILES = {
  json: 'cross_rank_report.json',
  markdown: 'cross_rank_report.md'
} as const;

/** Indentation of JSON for human readers. */
const JSON_INDENT = 2;

/** The files that were written, and those that could not be. */
export interface WrittenFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Sentences that name what could not be written and why. */
  readonly problems: readonly string[];
}

/**
 * Writes the tables to `root/cross_rank/<table>/run=…/rank=…/*.parquet`, replacing those of an earlier
 * analysis; a table without rows has no folder. A table is written completely or not at all.
 */
export async function writeTables(
  database: CrossRankDatabase,
  root: string
): Promise<WrittenFiles> {
  const temporary = path.join(root, `.${CROSS_RANK_FOLDER}-${randomBytes(6).toString('hex')}.tmp`);
  const target = path.join(root, CROSS_RANK_FOLDER);
  try {
    mkdirSync(temporary);
    for (const table of TABLE_NAMES) await copyTable(database, table, temporary);
    mkdirSync(target, { recursive: true });
    const isWritten = (table: TableName): boolean =>
      replaceFolder(path.join(temporary, table), path.join(target, table));
    const files = TABLE_NAMES.filter(isWritten).map(table => path.join(target, table));
    return { files, problems: [] };
  } catch (error) {
    return { files: [], problems: [`Cannot write ${target}: ${firstLineOf(error)}`] };
  } finally {
    removeIfPossible(temporary);
  }
}

/** Writes the report as JSON, indented where `pretty`, and as Markdown. */
export function writeReports(
  report: CrossRankReport,
  root: string,
  { pretty }: { readonly pretty: boolean }
): WrittenFiles {
  const texts = {
    [CROSS_RANK_FILES.json]: `${JSON.stringify(report, null, pretty ? JSON_INDENT : 0)}\n`,
    [CROSS_RANK_FILES.markdown]: crossRankMarkdown(report)
  };
  const files: string[] = [];
  const problems: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(root, name);
    try {
      writeFileAtomically(file, new TextEncoder().encode(text));
      files.push(file);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { files, problems };
}

function copyTable(database: CrossRankDatabase, table: TableName, folder: string): Promise<void> {
  const target = path.join(folder, table).replaceAll("'", "''");
  return database.run(
    `COPY ${table} TO '${target}' (FORMAT PARQUET, COMPRESSION ZSTD, PARTITION_BY (run, rank))`
  );
}

/** Puts `from` where `to` is; false when there is no `from`, and then no `to` either. */
function replaceFolder(from: string, to: string): boolean {
  rmSync(to, { recursive: true, force: true });
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}
