import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { firstLineOf, messageOf } from '../../../base/errors';
import { type CrossRankReport, crossRankMarkdown } from '../../../report';
import { removeIfThere, writeFileAtomically } from '../../../engine/results/atomicWrite';
import { PLACES_FILE, ROWS_FOLDER } from './rows/batches';
import type { RowDatabase } from './rows/rowSql';

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

/** Writes the table `places` to the folder of the rows, completely or not at all. */
export async function writePlaces(database: RowDatabase, root: string): Promise<WrittenFiles> {
  const rows = path.join(root, ROWS_FOLDER);
  const temporary = path.join(rows, `.${PLACES_FILE}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await database.writeTable('places', temporary);
    renameSync(temporary, path.join(rows, PLACES_FILE));
    return { files: [rows], problems: [] };
  } catch (error) {
    return { files: [], problems: [`Cannot write ${rows}: ${firstLineOf(error)}`] };
  } finally {
    removeIfThere(temporary);
  }
}

/** Writes the report as JSON, indented where `pretty`, and as Markdown. */
export function writeReports(
  report: CrossRankReport,
  root: string,
  { pretty }: { readonly pretty: boolean }
): WrittenFiles {
  return writeTexts(root, {
    [CROSS_RANK_FILES.json]: () => `${JSON.stringify(report, null, pretty ? JSON_INDENT : 0)}\n`,
    [CROSS_RANK_FILES.markdown]: () => crossRankMarkdown(report)
  });
}

/** Writes texts to files of a folder, by name. Nothing of it throws, making a text included. */
export function writeTexts(
  root: string,
  texts: Readonly<Record<string, () => string>>
): WrittenFiles {
  const files: string[] = [];
  const problems: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(root, name);
    try {
      writeFileAtomically(file, new TextEncoder().encode(text()));
      files.push(file);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { files, problems };
}
