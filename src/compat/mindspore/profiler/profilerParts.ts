import type { FindGpu } from '../../../engine/recording/gpuAvailability';
import type { InstrumentIterator } from '../../../engine/annotate/instrumentIterator';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { SessionParts } from '../../../engine/sessions/sessionParts';
import type { CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { ProfilerOutput } from './profilerOutput';

/** What a `Profiler` works with. */
export interface ProfilerParts extends Omit<SessionParts, 'warnings'> {
  readonly findGpu: FindGpu;
  readonly instrumentIterator: InstrumentIterator;
  /** Where windows go. */
  readonly layoutOf: (output: ProfilerOutput, warn: (message: string) => void) => CycleLayout;
  readonly analysis: CycleAnalysis;
  /** Tells the user of something; at once while the process exits, when nothing runs later. */
  readonly emit: (message: string, isExiting: boolean) => void;
}

/** Makes the files of an output tree from what was recorded. */
export interface CycleAnalysis {
  /** The directories of cycles at a path: itself, or those in it. @throws OfflinePathError */
  readonly find: (path: string) => readonly string[];
  /** Analyses one directory here and now. @throws Error that names one that cannot be analysed */
  readonly here: (directory: string, options: AnalyseOptions) => AnalysedCycle;
  /** Does the same in a worker thread; rejects as `here` throws. */
  readonly inWorker: (directory: string, options: AnalyseOptions) => Promise<AnalysedCycle>;
}

/** What was found on the way. */
export interface AnalysedCycle {
  /** What is missing or damaged and was gone on without, a sentence each. */
  readonly notes: readonly string[];
}
