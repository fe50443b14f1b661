import { messageOf } from '../../../base/errors';
import { DuckdbUnavailableError } from '../../../sources/databases/duckdbModule';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import { stepRange } from './rows/stepRange';
import { analyseDirectories } from './analyseDirectories';
import type { CycleDirectories } from './cycleDirectories';
import { findCycleDirectories } from './cycleDirectories';
import type { OfflineDeps } from './offlineDeps';
import type { OfflineArguments, ReadOptions } from './offlineOptions';
import { readOfflineOptions, readOfflinePath } from './offlineOptions';
import type { OfflineReport } from './offlineReport';
import { reportCycles } from './reportCycles';
import type { RowStoreOptions } from './rows/rowStore';
import { RowStore } from './rows/rowStore';
import { analyseOnSpark } from './analyseOnSpark';

/**
 * Analyses the directories of cycles at `path`, one or a folder with many, also with one folder per rank.
 * Each is analysed in a worker thread like in `Profiler.analyse`; then the ranks are compared, and the
 * report and its tables are written to the folder. A damaged directory does not stop the others. With an
 * engine, a cluster reads the directories and compares the ranks, and the directories are not touched.
 *
 * Rejects with ProfilerArgumentError for invalid arguments, with OfflinePathError if there are no
 * directories, and with SparkError if Spark cannot be started.
 */
export type OfflineAnalyse = (path: string, ...options: OfflineArguments) => Promise<OfflineReport>;

/** The function that analyses directories of cycles; `surroundings` is called each time. */
export function createOfflineAnalyse(surroundings: () => OfflineDeps): OfflineAnalyse {
  return async (path, ...options) => analyseAt(readOfflinePath(path), options, surroundings());
}

async function analyseAt(
  where: string,
  given: OfflineArguments,
  surroundings: OfflineDeps
): Promise<OfflineReport> {
  const { engine, ...options } = readOfflineOptions(given);
  const found = findCycleDirectories(where);
  return engine === null
    ? analyseHere(found, options, surroundings)
    : analyseOnSpark(found, engine.spark, options, surroundings);
}

/** Analyses directories in threads of this process, and compares the ranks by DuckDB. */
async function analyseHere(
  found: CycleDirectories,
  { workers, onProgress, tablesOnly, ...how }: Omit<ReadOptions, 'engine'>,
  surroundings: OfflineDeps
): Promise<OfflineReport> {
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
    return { store: null, reason, isMissing: error instanceof DuckdbUnavailableError };
  }
}

/** Half the cores, since the analysis may run beside a recording. */
function threadCount(workers: number | null, directories: number, cores: number): number {
  return Math.max(1, Math.min(workers ?? Math.floor(cores / 2), directories));
}
