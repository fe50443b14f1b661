import { messageOf } from '../../../base/errors';
import { DuckdbUnavailableError } from '../../../sources/databases/duckdbModule';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import { stepRange } from './rows/stepRange';
import { analyseDirectories } from './analyseDirectories';
import type { WorkedDirectory } from './analyseDirectories';
import { compareRanks } from './compareRanks';
import type { CycleDirectories } from './cycleDirectories';
import { findCycleDirectories } from './cycleDirectories';
import type { OfflineAnalyseOptions, OfflineArguments } from './offlineOptions';
import { readOfflineOptions, readOfflinePath } from './offlineOptions';
import type { AnalysedCycle } from './offlineReport';
import { OfflineReport } from './offlineReport';
import type { CyclePlace, NumberedCycles } from './rankNumbers';
import { numberRanks } from './rankNumbers';
import type { OfflineDeps } from './offlineDeps';
import type { RowStoreOptions } from './rows/rowStore';
import { RowStore } from './rows/rowStore';

/**
 * Analyses the directories of cycles at `path`, one or a folder with many, also with one folder per rank.
 * Each is analysed in a worker thread like in `Profiler.analyse`; then the ranks are compared, and the
 * report and its tables are written to the folder. A damaged directory does not stop the others.
 *
 * Rejects with ProfilerArgumentError for invalid arguments, and with OfflinePathError if there are no
 * directories.
 */
export type OfflineAnalyse = (path: string, ...options: OfflineArguments) => Promise<OfflineReport>;

/** The function that analyses directories of cycles; `surroundings` is called each time. */
export function createOfflineAnalyse(surroundings: () => OfflineDeps): OfflineAnalyse {
  return async (path, ...options) => analyseAt(readOfflinePath(path), options, surroundings());
}

async function analyseAt(
  where: string,
  options: OfflineArguments,
  surroundings: OfflineDeps
): Promise<OfflineReport> {
  const { tablesOnly, ...given } = readOfflineOptions(options);
  const found = findCycleDirectories(where);
  const steps = stepRange(given.stepList);
  const kept = found.isSingle ? null : found.root;
  const opened = await openStore(surroundings, { root: kept, steps });
  try {
    return await analyseFound(found, { ...given, tablesOnly }, surroundings, opened);
  } finally {
    opened.store?.dispose();
  }
}

async function analyseFound(
  { root, isSingle, directories, unreadable }: CycleDirectories,
  { workers, onProgress, tablesOnly, ...how }: Required<OfflineAnalyseOptions>,
  surroundings: OfflineDeps,
  { store, reason, isMissing }: OpenedStore
): Promise<OfflineReport> {
  const { worked, skipped, failed } = await analyseDirectories(directories, {
    workerFile: surroundings.workerFile,
    threads: threadCount(workers, directories.length, surroundings.cores),
    options: how satisfies AnalyseOptions,
    tablesOnly,
    onProgress: onProgress ?? (() => undefined),
    root,
    store
  });
  const numbered = numberRanks(worked.map(({ facts }) => facts));
  const results = {
    path: root,
    analysed: analysedCycles(worked, numbered),
    skipped,
    failed: [...failed, ...unreadable]
  };
  const nothing = { crossRank: null, files: [], problems: [], notes: [] };
  if (worked.length === 0) return new OfflineReport({ ...results, ...nothing });
  if (store === null) {
    const where = isMissing && !tablesOnly ? 'notes' : 'problems';
    return new OfflineReport({ ...results, ...nothing, [where]: [reason] });
  }
  const { report, view, files, problems } = await compareRanks(store, {
    root,
    worked,
    numbered,
    steps: stepRange(how.stepList),
    sqlFolder: surroundings.sqlFolder,
    files: isSingle ? null : { pretty: how.pretty }
  });
  const { notes } = store;
  return new OfflineReport({ ...results, crossRank: report, files, problems, notes }, view);
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

function analysedCycles(
  worked: readonly WorkedDirectory[],
  { places }: NumberedCycles
): AnalysedCycle[] {
  return worked.map(({ directory, analysed, facts, steps }, at): AnalysedCycle => {
    const place: CyclePlace = places[at];
    return {
      directory,
      ...place,
      steps,
      slices: facts.slices,
      isRecovered: facts.isRecovered,
      files: analysed.files,
      notes: analysed.notes
    };
  });
}
