import type { FindGpu } from '../../../engine/recording/gpuAvailability';
import type { InstrumentIterator } from '../../../engine/annotate/instrumentIterator';
import type { SessionDeps } from '../../torch/profileSession';
import type { CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { OutputFormatName } from '../../../engine/arguments/outputFormats';
import type { CycleAnalysis } from './analyseCycles';

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
