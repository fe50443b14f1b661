import path from 'node:path';
import { analyseHere } from './analyseHere';
import { Bucket } from './bucket/bucket';
import { type BucketContents, readContents } from './bucket/bucketContents';
import { BucketMirror } from './bucket/bucketMirror';
import { readBucketUrl } from './bucket/bucketUrl';
import { findCycleDirectories, OfflinePathError } from './cycleDirectories';
import type { OfflineDeps } from './offlineDeps';
import type { OnOfflineProgress, ReadOptions } from './offlineOptions';
import type { OfflineResults } from './offlineReport';
import type { ReportedCycles } from './reportCycles';

const REFUSED = 'a part of its name cannot be that of a folder';

/**
 * Analyses the directories in a folder of a bucket: reads their profiles one at a time, and writes rows and
 * report back. Only as many profiles are on the disk as there are threads.
 *
 * @throws BucketError, OfflinePathError, PackageUnavailableError
 */
export async function analyseInBucket(
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
