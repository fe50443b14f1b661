import { analyseHere } from './analyseHere';
import { analyseInBucket } from './analyseInBucket';
import { analyseOnSpark } from './analyseOnSpark';
import { isBucketUrl } from './bucket/bucketUrl';
import { findCycleDirectories } from './cycleDirectories';
import type { OfflineDeps } from './offlineDeps';
import { type OfflineArguments, readOfflineOptions, readOfflinePath } from './offlineOptions';
import { OfflineReport } from './offlineReport';
import type { ReportedCycles } from './reportCycles';
import { LOCAL_PROFILES } from './rows/sourceState';

/**
 * Analyses the directories of cycles at `path`, one or a folder with many, also with one folder per rank.
 * Each is analysed in a worker thread like in `Profiler.analyse`; then the ranks are compared, and the
 * report and its tables are written to the folder. A damaged directory does not stop the others. With an
 * engine, a cluster reads the directories and compares the ranks, and the directories are not touched; nor
 * are those in a bucket of an object store, `s3://bucket/folder`.
 *
 * Rejects with ProfilerArgumentError for invalid arguments, with OfflinePathError if there are no
 * directories, with SparkError if Spark cannot be started, with BucketError for a bucket that cannot be
 * listed, and with PackageUnavailableError if the client of object stores is not installed.
 */
export type OfflineAnalyse = (path: string, ...options: OfflineArguments) => Promise<OfflineReport>;

/** The function that analyses directories of cycles; `surroundings` is called each time. */
export function createOfflineAnalyse(surroundings: () => OfflineDeps): OfflineAnalyse {
  return async (path, ...options) => {
    const { results, view } = await analyseAt(readOfflinePath(path), options, surroundings());
    return new OfflineReport(results, view);
  };
}

async function analyseAt(
  where: string,
  given: OfflineArguments,
  surroundings: OfflineDeps
): Promise<ReportedCycles> {
  const { engine, ...options } = readOfflineOptions(given, { isBucket: isBucketUrl(where) });
  if (isBucketUrl(where)) return analyseInBucket(where, options, surroundings);
  const found = findCycleDirectories(where);
  return engine === null
    ? analyseHere(found, LOCAL_PROFILES, options, surroundings)
    : analyseOnSpark(found, engine.spark, options, surroundings);
}
