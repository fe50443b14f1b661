import { messageOf } from '../../../base/errors';
import type { CycleDirectories } from './cycleDirectories';
import type { OnOfflineProgress, ReadOptions } from './offlineOptions';
import { type ReportedCycles, reportCycles } from './reportCycles';
import { stepRange } from './rows/rowSql';
import { SparkDriver, SparkError, type SparkOptions, executorNode } from './sparkDriver';
import { SparkRows } from './sparkRows';
import { type Outcome, type WorkedDirectories, knownOutcome, sortOutcomes } from './outcomes';
import { cycleIdOf } from './rows/batches';
import { sourceState } from './rows/sourceState';
import type { KnownCycle } from './rows/knownCycles';
import type { SparkDeps } from './offlineDeps';

/**
 * Has a Spark cluster read the directories, and compare their ranks by the same SQL. Directories are not
 * touched: rows and report go to the folder that they are in, which all executors have to see.
 *
 * @throws SparkError
 */
export async function analyseOnSpark(
  found: CycleDirectories,
  spark: SparkOptions,
  { stepList, pretty, onProgress }: Pick<ReadOptions, 'stepList' | 'pretty' | 'onProgress'>,
  { sqlFolder, sparkFiles }: SparkDeps
): Promise<ReportedCycles> {
  const { root, isSingle, directories } = found;
  if (isSingle) {
    throw new SparkError(`Spark compares the directories in a folder: ${root} is one directory.`);
  }
  const driver = await SparkDriver.start(spark, sparkFiles());
  try {
    const steps = stepRange(stepList);
    const rows = await SparkRows.open(driver, { root, steps, node: executorNode(spark) });
    try {
      const outcomes = await readOnSpark(directories, rows, {
        root,
        hasStepList: stepList !== null,
        onProgress: onProgress ?? (() => undefined)
      });
      return await reportCycles(found, outcomes, rows, { pretty, stepList, sqlFolder });
    } finally {
      rows.dispose();
    }
  } finally {
    await driver.dispose();
  }
}

/** How directories are read. */
interface SparkWork {
  /** The folder that was analysed. */
  readonly root: string;
  /** True if only directories with some of the requested steps count. */
  readonly hasStepList: boolean;
  readonly onProgress: OnOfflineProgress;
}

/**
 * Has executors read the directories whose rows are not known, or have changed. If that fails, each of these
 * has failed. Progress is reported by number: which directory was read last is not known.
 */
async function readOnSpark(
  directories: readonly string[],
  rows: SparkRows,
  { root, hasStepList, onProgress }: SparkWork
): Promise<WorkedDirectories> {
  const total = directories.length;
  let done = 0;
  const advance = (to: number): void => {
    while (done < to) onProgress({ done: ++done, total, directory: null, failure: null });
  };
  onProgress({ done, total, directory: null, failure: null });
  const outcomes = new Map<string, Outcome>();
  for (const directory of directories) {
    const source = sourceState(directory);
    const known = source && rows.find(cycleIdOf(directory, root), source);
    if (known) outcomes.set(directory, knownOutcome(directory, known, hasStepList));
  }
  const unknown = directories.filter(directory => !outcomes.has(directory));
  const before = outcomes.size;
  advance(before);
  if (unknown.length > 0) {
    const rowsOf = await read(unknown, rows, count => advance(before + count));
    for (const directory of unknown) {
      const cycle = rowsOf(cycleIdOf(directory, root));
      outcomes.set(
        directory,
        typeof cycle === 'string'
          ? { kind: 'failed', directory, reason: cycle }
          : knownOutcome(directory, cycle, hasStepList)
      );
    }
  }
  advance(total);
  return sortOutcomes(directories.flatMap(directory => outcomes.get(directory) ?? []));
}

const LOST = 'Spark returned no rows of it';

/** Reads directories. Returns a function that gives the rows of a cycle, or why there are none. */
async function read(
  directories: readonly string[],
  rows: SparkRows,
  onProgress: (done: number) => void
): Promise<(cycleId: string) => KnownCycle | string> {
  try {
    const { cycles, failures } = await rows.read(directories, onProgress);
    return cycleId => cycles.get(cycleId) ?? failures.get(cycleId) ?? LOST;
  } catch (error) {
    const reason = messageOf(error);
    return () => reason;
  }
}
