import { messageOf } from '../../../base/errors';
import { packageFiles } from '../../../native/packageFiles';
import type { AnalysedDirectory } from '../outputTree/analyseDirectory';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { AnalyseJob, AnalyseReply } from './analyseJob';
import type { CycleRows } from './cycleRows';
import { performJobs } from './jobPool';
import { JobThread } from './jobThread';
import { OfflineAnalysisError } from './offlineErrors';
import type { OnOfflineProgress } from './offlineOptions';
import type { FailedCycle } from './offlineReport';

/** A directory that a worker has analysed. */
export interface WorkedDirectory {
  readonly directory: string;
  readonly analysed: AnalysedDirectory;
  readonly rows: CycleRows;
}

/** The result for many directories; the lists are in the order of the directories. */
export interface WorkedDirectories {
  readonly worked: readonly WorkedDirectory[];
  /** Directories without any of the requested steps, if others have some; they were not touched. */
  readonly skipped: readonly string[];
  readonly failed: readonly FailedCycle[];
}

/** The parts of {@link analyseDirectories}. */
export interface AnalyseWork {
  readonly workerFile: string;
  readonly threads: number;
  readonly options: AnalyseOptions;
  readonly onProgress: OnOfflineProgress;
}

/**
 * Files are made of many texts that live a moment: with more room for young objects they are collected
 * less often, which takes a tenth off the time.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 192 };

/** The result for one directory. */
interface Outcome {
  readonly directory: string;
  readonly reply: AnalyseReply;
}

/** Analyses directories in worker threads. One that cannot be analysed stops no other. */
export async function analyseDirectories(
  directories: readonly string[],
  { workerFile, threads, options, onProgress }: AnalyseWork
): Promise<WorkedDirectories> {
  const total = directories.length;
  const outcomes = new Map<string, Outcome>();
  const settle = (directory: string, reply: AnalyseReply): void => {
    outcomes.set(directory, { directory, reply });
    const failure = reply.kind === 'failed' ? reply.reason : null;
    onProgress({ done: outcomes.size, total, directory, failure });
  };
  onProgress({ done: 0, total, directory: null, failure: null });
  const jobs = directories.map((directory): AnalyseJob => {
    return { directory, options, isOneOfMany: true };
  });
  await performJobs<AnalyseJob, AnalyseReply>(jobs, {
    workerFile,
    resourceLimits: RESOURCE_LIMITS,
    threads,
    onReply: ({ directory }, reply) => settle(directory, reply),
    onFailure: ({ directory }, error) => {
      settle(directory, { kind: 'failed', reason: messageOf(error) });
    }
  });
  return sorted(directories.flatMap(directory => outcomes.get(directory) ?? []));
}

/** If no directory has any of the requested steps, all have failed. */
function sorted(outcomes: readonly Outcome[]): WorkedDirectories {
  const worked: WorkedDirectory[] = [];
  const skipped: FailedCycle[] = [];
  const failed: FailedCycle[] = [];
  for (const { directory, reply } of outcomes) {
    if (reply.kind === 'failed') failed.push({ directory, reason: reply.reason });
    else if (reply.kind === 'skipped') skipped.push({ directory, reason: reply.reason });
    else if (reply.rows) worked.push({ directory, analysed: reply.analysed, rows: reply.rows });
  }
  if (worked.length === 0) return { worked, skipped: [], failed: [...failed, ...skipped] };
  return { worked, skipped: skipped.map(({ directory }) => directory), failed };
}

/**
 * Analyses one directory in a worker thread; the process stays until that is done.
 *
 * @throws OfflineAnalysisError when it cannot be analysed
 */
export async function analyseInWorker(
  directory: string,
  options: AnalyseOptions,
  workerFile: string = packageFiles().offlineWorker
): Promise<AnalysedDirectory> {
  const thread = new JobThread<AnalyseJob, AnalyseReply>({
    workerFile,
    resourceLimits: RESOURCE_LIMITS
  });
  try {
    const reply = await thread.perform({ directory, options, isOneOfMany: false });
    if (reply.kind === 'done') return reply.analysed;
    throw new OfflineAnalysisError(directory, reply.reason);
  } catch (error) {
    if (error instanceof OfflineAnalysisError) throw error;
    throw new OfflineAnalysisError(directory, messageOf(error), { cause: error });
  } finally {
    thread.dispose();
  }
}
