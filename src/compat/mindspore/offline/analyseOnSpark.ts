import type { CycleDirectories } from './cycleDirectories';
import type { ReadOptions } from './offlineOptions';
import { type ReportedCycles, reportCycles } from './reportCycles';
import { stepRange } from './rows/stepRange';
import { readOnSpark } from './readOnSpark';
import { SparkDriver, type SparkFiles } from './spark/sparkDriver';
import { SparkRows } from './spark/sparkRows';
import { SparkError, type SparkOptions, executorNode } from './spark/sparkSubmit';

/** The dependencies of an analysis on Spark. */
export interface SparkDeps {
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** The files that are submitted. @throws SqlFilesError */
  readonly sparkFiles: () => SparkFiles;
}

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
