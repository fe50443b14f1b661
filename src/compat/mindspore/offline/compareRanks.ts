import path from 'node:path';
import { messageOf } from '../../../base/errors';
import type { CrossRankReport } from '../../../report';
import { DuckdbUnavailableError } from '../../../sources/databases/duckdbModule';
import type { WorkedDirectory } from './analyseDirectories';
import { CrossRankDatabase } from './crossRankDatabase';
import type { WrittenFiles } from './crossRankFiles';
import { writeReports, writeTables } from './crossRankFiles';
import { fillCrossRank } from './fillCrossRank';
import type { NumberedCycles } from './rankNumbers';
import { readCrossRank } from './readCrossRank';
import type { OfflineDeps } from './offlineDeps';

/** The input of {@link compareRanks}. */
export interface ComparedCycles {
  /** The folder that was analysed. */
  readonly root: string;
  readonly worked: readonly WorkedDirectory[];
  readonly numbered: NumberedCycles;
  /** Whether files are written to `root`, and how. */
  readonly files: { readonly pretty: boolean } | null;
}

/** The result of a comparison. */
export interface Comparison extends WrittenFiles {
  readonly report: CrossRankReport | null;
  /** Why there is no report, if that is not an error. */
  readonly notes: readonly string[];
}

/** Compares the ranks, and writes the report and its tables. Nothing of it throws. */
export async function compareRanks(
  cycles: ComparedCycles,
  surroundings: OfflineDeps
): Promise<Comparison> {
  if (cycles.worked.length === 0) return { ...NOTHING, problems: [], notes: [] };
  try {
    const duckdb = surroundings.loadDuckdb();
    const database = await CrossRankDatabase.open(duckdb);
    try {
      return await compareIn(database, cycles, surroundings.sqlFolder());
    } finally {
      database.dispose();
    }
  } catch (error) {
    const text = `No cross-rank report: ${messageOf(error)}`;
    if (error instanceof DuckdbUnavailableError) return { ...NOTHING, problems: [], notes: [text] };
    return { ...NOTHING, problems: [text], notes: [] };
  }
}

const NOTHING = { report: null, files: [] } as const;

async function compareIn(
  database: CrossRankDatabase,
  { root, worked, numbered, files: wanted }: ComparedCycles,
  sql: string
): Promise<Comparison> {
  for (const [at, { directory, rows }] of worked.entries()) {
    const place = numbered.places[at];
    await fillCrossRank(database, { place, directory: path.relative(root, directory), rows });
  }
  const report = await readCrossRank(database, numbered.source, sql);
  if (wanted === null) return { report, files: [], problems: [], notes: [] };
  const reports = writeReports(report, root, wanted);
  const tables = await writeTables(database, root);
  return {
    report,
    files: [...reports.files, ...tables.files],
    problems: [...reports.problems, ...tables.problems],
    notes: []
  };
}
