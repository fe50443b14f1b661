import { KernelscopeError, messageOf } from '../../../base/errors';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { CycleAnalysis } from './profilerDeps';

/** Several directories of cycles could not be analysed; the others were. */
export class CycleAnalysisError extends KernelscopeError {}

/** How directories of cycles are analysed. */
export interface CycleWork {
  readonly analysis: CycleAnalysis;
  readonly options: AnalyseOptions;
  /** Called with notes about missing parts of the recording. */
  readonly warn: (message: string) => void;
}

/**
 * Analyses directories one after the other; a damaged one does not keep the others from it.
 *
 * @throws Error of the one directory that failed; CycleAnalysisError with those of several
 */
export function analyseHere(directories: readonly string[], work: CycleWork): void {
  const failures: unknown[] = [];
  for (const directory of directories) {
    try {
      work.analysis.here(directory, work.options).notes.forEach(work.warn);
    } catch (error) {
      failures.push(error);
    }
  }
  throwFailures(failures);
}

/** Does the same in a worker thread; rejects as {@link analyseHere} throws. */
export async function analyseInWorker(
  directories: readonly string[],
  work: CycleWork
): Promise<void> {
  const failures: unknown[] = [];
  for (const directory of directories) {
    try {
      (await work.analysis.inWorker(directory, work.options)).notes.forEach(work.warn);
    } catch (error) {
      failures.push(error);
    }
  }
  throwFailures(failures);
}

function throwFailures(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  const [cause] = failures;
  throw new CycleAnalysisError(failures.map(messageOf).join('\n'), { cause });
}
