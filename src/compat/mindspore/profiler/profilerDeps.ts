import type { FindGpu } from '../../../engine/recording/gpuAvailability';
import type { InstrumentIterator } from '../../../engine/annotate/instrumentIterator';
import type { SessionDeps } from '../../torch/profileSession';
import type { CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { CycleAnalysis } from './analyseCycles';
import type { ProfilerOutput } from './profilerSettings';

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
