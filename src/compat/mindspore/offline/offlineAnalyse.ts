import type { AnalyseOptions } from '../outputTree/analyseOptions';
import { analyseDirectories } from './analyseDirectories';
import type { WorkedDirectory } from './analyseDirectories';
import { compareRanks } from './compareRanks';
import { findCycleDirectories } from './cycleDirectories';
import type { OfflineAnalyseOptions } from './offlineOptions';
import { readOfflineOptions, readOfflinePath } from './offlineOptions';
import type { AnalysedCycle } from './offlineReport';
import { OfflineReport } from './offlineReport';
import type { CyclePlace, NumberedCycles } from './rankNumbers';
import { numberRanks } from './rankNumbers';
import type { OfflineDeps } from './offlineDeps';

/** See {@link createOfflineAnalyse}. */
export type OfflineAnalyse = (
  path: string,
  options?: OfflineAnalyseOptions
) => Promise<OfflineReport>;

/**
 * The function that analyses the directories of cycles: one directory, or a folder with many, also with
 * one folder per rank. Each is analysed in a worker thread like in `Profiler.analyse`; then the ranks
 * are compared, and the report and its tables are written to the folder. A damaged directory does not
 * stop the others.
 *
 * It rejects with ProfilerArgumentError for invalid arguments, and with OfflinePathError if there are
 * no directories. `surroundings` is called each time.
 */
export function createOfflineAnalyse(surroundings: () => OfflineDeps): OfflineAnalyse {
  return async (path, options) => analyseAt(readOfflinePath(path), options, surroundings());
}

async function analyseAt(
  where: string,
  options: OfflineAnalyseOptions | undefined,
  surroundings: OfflineDeps
): Promise<OfflineReport> {
  const { workers, onProgress, ...how } = readOfflineOptions(options);
  const { root, isSingle, directories, unreadable } = findCycleDirectories(where);
  const { worked, skipped, failed } = await analyseDirectories(directories, {
    workerFile: surroundings.workerFile,
    threads: threadCount(workers, directories.length, surroundings.cores),
    options: how satisfies AnalyseOptions,
    onProgress: onProgress ?? (() => undefined)
  });
  const numbered = numberRanks(worked.map(({ rows }) => rows.facts));
  const files = isSingle ? null : { pretty: how.pretty };
  const compared = await compareRanks({ root, worked, numbered, files }, surroundings);
  return new OfflineReport({
    path: root,
    analysed: analysedCycles(worked, numbered),
    skipped,
    failed: [...failed, ...unreadable],
    crossRank: compared.report,
    files: compared.files,
    problems: compared.problems,
    notes: compared.notes
  });
}

/** Half the cores, since the analysis may run beside a recording. */
function threadCount(workers: number | null, directories: number, cores: number): number {
  return Math.max(1, Math.min(workers ?? Math.floor(cores / 2), directories));
}

function analysedCycles(
  worked: readonly WorkedDirectory[],
  { places }: NumberedCycles
): AnalysedCycle[] {
  return worked.map(({ directory, analysed, rows }, at): AnalysedCycle => {
    const place: CyclePlace = places[at];
    return {
      directory,
      ...place,
      steps: rows.steps.step.length,
      slices: rows.facts.slices,
      isRecovered: rows.facts.isRecovered,
      files: analysed.files,
      notes: analysed.notes
    };
  });
}
