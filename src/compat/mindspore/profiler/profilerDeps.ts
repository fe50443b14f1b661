import type { FindGpu } from '../../../engine/recording/gpuAvailability';
import type { InstrumentIterator } from '../../../engine/annotate/instrumentIterator';
import type { AnalyseOptions } from '../outputTree/analyseOptions';
import type { SessionDeps } from '../../torch/profileSession';
import type { CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { OutputFormatName } from '../../../engine/arguments/outputFormats';

/** The output of a `Profiler`: MindSpore's tree of directories, or MegEngine's files. */
export type ProfilerOutput =
  | { readonly kind: 'tree'; readonly outputPath: string }
  | {
      readonly kind: 'files';
      readonly path: string;
      readonly formats: readonly OutputFormatName[];
      readonly sampleRate: number;
      readonly profileDevice: boolean;
    };

export interface ProfilerDeps extends Omit<SessionDeps, 'warnings'> {
  readonly findGpu: FindGpu;
  readonly instrumentIterator: InstrumentIterator;
  /** Creates the layout that receives windows. */
  readonly layoutOf: (output: ProfilerOutput, warn: (message: string) => void) => CycleLayout;
  readonly analysis: CycleAnalysis;
  /**
   * Shows a message to the user; immediately during the exit of the process, when nothing runs later.
   */
  readonly emit: (message: string, isExiting: boolean) => void;
}

/** Makes the files of an output tree from the recording. */
export interface CycleAnalysis {
  /** The directories of cycles at a path: itself, or those in it. @throws OfflinePathError */
  readonly find: (path: string) => readonly string[];
  /** Analyses one directory here and now. @throws Error that names one that cannot be analysed */
  readonly here: (directory: string, options: AnalyseOptions) => AnalysedCycle;
  /** Does the same in a worker thread; rejects as `here` throws. */
  readonly inWorker: (directory: string, options: AnalyseOptions) => Promise<AnalysedCycle>;
}

/** The findings of an analysis. */
export interface AnalysedCycle {
  /** Missing or damaged data that was skipped, a sentence each. */
  readonly notes: readonly string[];
}
