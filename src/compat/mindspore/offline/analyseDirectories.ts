import { messageOf } from '../../../base/errors';
import { packageFiles } from '../../../native/packageFiles';
import type { AnalyseOptions, AnalysedDirectory } from '../outputTree/analyseOptions';
import { cycleIdOf } from './rows/batches';
import { JobThread, type JobThreadOptions } from './jobThread';
import { OfflineAnalysisError } from './offlineErrors';
import type { OnOfflineProgress } from './offlineOptions';
import {
  type Outcome,
  type WorkedDirectories,
  knownOutcome,
  sortOutcomes,
  type AnalyseJob,
  type RowsReply,
  type TreeReply
} from './outcomes';
import type { RowStore } from './rows/rowStore';
import type { ProfileSource, SourceState } from './rows/sourceState';

/** The parts of {@link analyseDirectories}. */
export interface AnalyseWork {
  readonly workerFile: string;
  readonly threads: number;
  readonly options: AnalyseOptions;
  /** Makes no files, and does not read directories whose rows are known. */
  readonly tablesOnly: boolean;
  readonly onProgress: OnOfflineProgress;
  /** The folder that was analysed; directories are known by their paths in it. */
  readonly root: string;
  readonly profiles: ProfileSource;
  /** Takes the rows, unless it has them; null if nothing does. */
  readonly store: RowStore | null;
}

/**
 * Files are made of many texts that live a moment: with more room for young objects they are collected
 * less often, which takes a tenth off the time.
 */
const TREE_LIMITS = { maxYoungGenerationSizeMb: 192 };

/** Rows are made of columns outside the heap. Unless told otherwise, Node would double the room. */
const ROWS_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** Analyses directories in worker threads. One that cannot be analysed stops no other. */
export async function analyseDirectories(
  directories: readonly string[],
  work: AnalyseWork
): Promise<WorkedDirectories> {
  const { workerFile, threads, options, tablesOnly, onProgress, root, profiles, store } = work;
  const total = directories.length;
  const outcomes = new Map<string, Outcome>();
  const settle = (outcome: Outcome): void => {
    const { directory } = outcome;
    outcomes.set(directory, outcome);
    const failure = outcome.kind === 'failed' ? outcome.reason : null;
    onProgress({ done: outcomes.size, total, directory, failure });
  };
  onProgress({ done: 0, total, directory: null, failure: null });
  const jobs: DirectoryJob[] = [];
  for (const directory of directories) {
    const source = profiles.state(directory);
    const known = source && store?.find(cycleIdOf(directory, root), source);
    const wanted = tablesOnly ? 'rows' : 'tree-and-rows';
    if (known && tablesOnly) settle(knownOutcome(directory, known, options.stepList !== null));
    else jobs.push({ directory, options, wanted, source: known ? null : source });
  }
  await performJobs<DirectoryJob, RowsReply>(jobs, {
    workerFile,
    resourceLimits: tablesOnly ? ROWS_LIMITS : TREE_LIMITS,
    threads,
    onStart: ({ directory }) => profiles.fetch(directory),
    onReply: async (job, reply) => {
      profiles.release(job.directory);
      await keepRows(job, reply, work);
      settle(outcomeOf(job, reply));
    },
    onFailure: ({ directory }, error) => {
      profiles.release(directory);
      settle({ kind: 'failed', directory, reason: messageOf(error) });
    }
  });
  return sortOutcomes(directories.flatMap(directory => outcomes.get(directory) ?? []));
}

/** A job, with the state of its profile before it is read; null if its rows are not needed. */
interface DirectoryJob extends AnalyseJob {
  readonly source: SourceState | null;
}

async function keepRows(
  { directory, source }: DirectoryJob,
  reply: RowsReply,
  { store, root }: AnalyseWork
): Promise<void> {
  if (reply.kind !== 'rows' || source === null) return;
  await store?.add({ cycleId: cycleIdOf(directory, root), source, rows: reply.rows });
}

function outcomeOf({ directory }: AnalyseJob, reply: RowsReply): Outcome {
  if (reply.kind !== 'rows') return { ...reply, directory };
  const { analysed, rows, steps } = reply;
  const { files, notes } = analysed;
  return { kind: 'worked', directory, facts: rows.facts, steps, analysed: { files, notes } };
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
  const thread = new JobThread<AnalyseJob, TreeReply>({
    workerFile,
    resourceLimits: TREE_LIMITS
  });
  try {
    const reply = await thread.perform({ directory, options, wanted: 'tree' });
    if (reply.kind === 'analysed') return reply.analysed;
    throw new OfflineAnalysisError(directory, reply.reason);
  } catch (error) {
    if (error instanceof OfflineAnalysisError) throw error;
    throw new OfflineAnalysisError(directory, messageOf(error), { cause: error });
  } finally {
    thread.dispose();
  }
}

export interface JobPoolOptions<Job, Reply> extends JobThreadOptions {
  /** Threads at work at the same time, 1 or more. */
  readonly threads: number;
  /** Called before each job, which fails if this rejects. */
  readonly onStart: (job: Job) => Promise<void>;
  /** Called once for each job, in the order in which they end; the thread's next job waits for it. */
  readonly onReply: (job: Job, reply: Reply) => Promise<void> | void;
  /** Called in its place for a job whose thread ended; the others go on. */
  readonly onFailure: (job: Job, error: unknown) => void;
}

/** Does all jobs, each in one of a few worker threads, which are gone afterwards. */
export async function performJobs<Job, Reply>(
  jobs: readonly Job[],
  options: JobPoolOptions<Job, Reply>
): Promise<void> {
  const waiting = jobs.values();
  const lane = async (): Promise<void> => {
    const thread = new JobThread<Job, Reply>(options);
    try {
      for (const job of waiting) await performOne(thread, job, options);
    } finally {
      thread.dispose();
    }
  };
  const threads = Math.min(options.threads, jobs.length);
  await Promise.all(Array.from({ length: threads }, lane));
}

async function performOne<Job, Reply>(
  thread: JobThread<Job, Reply>,
  job: Job,
  { onStart, onReply, onFailure }: JobPoolOptions<Job, Reply>
): Promise<void> {
  let reply: Reply;
  try {
    await onStart(job);
    reply = await thread.perform(job);
  } catch (error) {
    onFailure(job, error);
    return;
  }
  await onReply(job, reply);
}
