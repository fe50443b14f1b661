import { messageOf } from '../../../base/errors';
import { PackageUnavailableError } from '../../../native/optionalPackage';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import { analyseDirectories } from './analyseDirectories';
import type { CycleDirectories } from './cycleDirectories';
import type { OfflineDeps } from './offlineDeps';
import type { ReadOptions } from './offlineOptions';
import { type ReportedCycles, reportCycles } from './reportCycles';
import type { ProfileSource } from './rows/sourceState';
import { RowStore, type RowStoreOptions } from './rows/rowStore';
import { stepRange } from './rows/rowSql';

/** Analyses directories in threads of this process, and compares the ranks by DuckDB. */
export async function analyseHere(
  found: CycleDirectories,
  profiles: ProfileSource,
  { workers, onProgress, tablesOnly, ...how }: Omit<ReadOptions, 'engine'>,
  surroundings: OfflineDeps
): Promise<ReportedCycles> {
  const { root, isSingle, directories } = found;
  const steps = stepRange(how.stepList);
  const opened = await openStore(surroundings, { root: isSingle ? null : root, steps });
  const { store, reason, isMissing } = opened;
  const noRows = isMissing && !tablesOnly ? { notes: [reason] } : { problems: [reason] };
  try {
    const outcomes = await analyseDirectories(directories, {
      workerFile: surroundings.workerFile,
      threads: threadCount(workers, directories.length, surroundings.cores),
      options: how satisfies AnalyseOptions,
      tablesOnly,
      onProgress: onProgress ?? (() => undefined),
      root,
      profiles,
      store
    });
    const { sqlFolder } = surroundings;
    return await reportCycles(found, outcomes, store ?? noRows, { ...how, sqlFolder });
  } finally {
    store?.dispose();
  }
}

/** The rows, or why there is no place for them. */
interface OpenedStore {
  readonly store: RowStore | null;
  readonly reason: string;
  /** True if DuckDB is not installed. */
  readonly isMissing: boolean;
}

async function openStore(
  { loadDuckdb }: OfflineDeps,
  options: RowStoreOptions
): Promise<OpenedStore> {
  try {
    const store = await RowStore.open(loadDuckdb(), options);
    return { store, reason: '', isMissing: false };
  } catch (error) {
    const reason = `No cross-rank report: ${messageOf(error)}`;
    return { store: null, reason, isMissing: error instanceof PackageUnavailableError };
  }
}

/** Half the cores, since the analysis may run beside a recording. */
function threadCount(workers: number | null, directories: number, cores: number): number {
  return Math.max(1, Math.min(workers ?? Math.floor(cores / 2), directories));
}
