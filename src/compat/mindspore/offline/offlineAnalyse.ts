import path from 'node:path';
import { analyseOnSpark } from './analyseOnSpark';
import { isBucketUrl, readBucketUrl } from './bucket/bucketUrl';
import { findCycleDirectories, OfflinePathError, type CycleDirectories } from './cycleDirectories';
import type { OfflineDeps } from './offlineDeps';
import {
  type OfflineArguments,
  type OnOfflineProgress,
  type ReadOptions,
  readOfflineOptions,
  readOfflinePath
} from './offlineOptions';
import { type OfflineResults, OfflineReport } from './offlineReport';
import { type ReportedCycles, reportCycles } from './reportCycles';
import { LOCAL_PROFILES, type ProfileSource } from './rows/sourceState';
import { Bucket } from './bucket/bucket';
import { type BucketContents, readContents, BucketMirror } from './bucket/bucketMirror';
import { messageOf } from '../../../base/errors';
import { PackageUnavailableError } from '../../../native/optionalPackage';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import { analyseDirectories } from './analyseDirectories';
import { RowStore, type RowStoreOptions } from './rows/rowStore';
import { stepRange } from './rows/rowSql';

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

const REFUSED = 'a part of its name cannot be that of a folder';

/**
 * Analyses the directories in a folder of a bucket: reads their profiles one at a time, and writes rows and
 * report back. Only as many profiles are on the disk as there are threads.
 *
 * @throws BucketError, OfflinePathError, PackageUnavailableError
 */
async function analyseInBucket(
  where: string,
  options: Omit<ReadOptions, 'engine'>,
  surroundings: OfflineDeps
): Promise<ReportedCycles> {
  const bucket = new Bucket(readBucketUrl(where), surroundings.loadS3());
  try {
    const contents = await contentsOf(bucket);
    const mirror = new BucketMirror(bucket, contents);
    try {
      return await analyseMirror(mirror, contents, options, surroundings);
    } finally {
      mirror.dispose();
    }
  } finally {
    bucket.close();
  }
}

/** @throws BucketError, and OfflinePathError if there are no directories */
async function contentsOf(bucket: Bucket): Promise<BucketContents> {
  const objects = await bucket.list();
  const url = bucket.urlOf();
  if (objects.length === 0) throw new OfflinePathError(url, 'there is nothing at this address');
  const contents = readContents(path.posix.basename(url), objects);
  if (contents.cycles.size > 0) return contents;
  throw new OfflinePathError(url, 'there is none in it or in its folders');
}

async function analyseMirror(
  mirror: BucketMirror,
  { refused }: BucketContents,
  { onProgress, ...options }: Omit<ReadOptions, 'engine'>,
  surroundings: OfflineDeps
): Promise<ReportedCycles> {
  const notes = await mirror.fetchRows();
  const found = {
    ...findCycleDirectories(mirror.root),
    unreadable: refused.map(name => ({
      directory: path.join(mirror.root, name),
      reason: REFUSED
    }))
  };
  const how = { ...options, tablesOnly: true, onProgress: progressOf(mirror, onProgress) };
  const { results, view } = await analyseHere(found, mirror, how, surroundings);
  const put = await mirror.put(results.files);
  const named = namedInBucket(mirror, {
    ...results,
    files: put.files,
    problems: [...results.problems, ...put.problems],
    notes: [...notes, ...results.notes]
  });
  // A notebook cannot read the profiles from the folder of a bucket.
  return { results: named, view: view && { ...view, folder: null } };
}

function progressOf(mirror: BucketMirror, onProgress: OnOfflineProgress | null): OnOfflineProgress {
  return ({ directory, failure, ...counts }) =>
    onProgress?.({
      ...counts,
      directory: directory && mirror.urlOf(directory),
      failure: failure && mirror.inBucket(failure)
    });
}

/** The results, with addresses in the bucket in place of paths. */
function namedInBucket(mirror: BucketMirror, results: OfflineResults): OfflineResults {
  const urlOf = (file: string): string => mirror.urlOf(file);
  const inBucket = (text: string): string => mirror.inBucket(text);
  return {
    ...results,
    path: urlOf(results.path),
    analysed: results.analysed.map(cycle => ({
      ...cycle,
      directory: urlOf(cycle.directory),
      notes: cycle.notes.map(inBucket)
    })),
    skipped: results.skipped.map(urlOf),
    failed: results.failed.map(({ directory, reason }) => ({
      directory: urlOf(directory),
      reason: inBucket(reason)
    })),
    files: results.files.map(urlOf),
    problems: results.problems.map(inBucket),
    notes: results.notes.map(inBucket)
  };
}

/** Analyses directories in threads of this process, and compares the ranks by DuckDB. */
async function analyseHere(
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
