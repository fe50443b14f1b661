import type { EitherCase } from '../../base/snakeCase';
import type { ScheduleFunction } from '../../engine/sessions/schedule';
import type { RecordingOptions } from '../../engine/arguments/recordingOptions';
import type { ActivityName } from './activities';
import type { ExperimentalConfig } from './sessionOptions';
import type { SessionResults } from './sessionResults';

/** Options of `profile` that PyTorch's profiler has, all optional. */
export interface TorchProfileOptions {
  /** False makes a session that records nothing and costs nothing. Default true. */
  readonly enabled?: boolean;
  /** Record GPU work as well. Without a GPU it warns and continues. Default false. */
  readonly useCuda?: boolean;
  /** Keep the input shapes of operators; another name for `shapes`. */
  readonly recordShapes?: boolean;
  /** Record the bytes of tensors; another name for `tensorMemory`. */
  readonly profileMemory?: boolean;
  /** Keep the stack that each operator is run from; another name for `stacks`. */
  readonly withStack?: boolean;
  /** Keep the floating-point operations of operators; another name for `flops`. */
  readonly withFlops?: boolean;
  /** The action at each step, see `schedule`. Without one, everything up to the end is recorded. */
  readonly schedule?: ScheduleFunction;
  /**
   * Called with the session when a window of the schedule is complete, or at the end without a
   * schedule. Its errors are reported and the run continues.
   */
  readonly onTraceReady?: (session: SessionResults) => unknown;
  /** Keep the events of all windows of the schedule, not of the last one alone. Default false. */
  readonly accEvents?: boolean;
  /** The activities to record, each at most once; nothing with `[]`. Default `['CPU']`. */
  readonly activities?: readonly ActivityName[];
  /** Milliseconds after which `functionEvents` returns the events it has; default unlimited. */
  readonly postProcessingTimeoutMs?: number;
  /** Settings that PyTorch calls experimental; most have no effect here, and say so. */
  readonly experimentalConfig?: EitherCase<ExperimentalConfig>;
  /** The modules that operators are called from, in PyTorch. @deprecated Has no effect here. */
  readonly withModules?: boolean;
  /** Recording by Kineto, in PyTorch. @deprecated Has no effect here. */
  readonly useKineto?: boolean;
  /** CPU events, in PyTorch. @deprecated Has no effect here: leave `'CPU'` out of `activities`. */
  readonly useCpu?: boolean;
  /** A device besides the CPU, in PyTorch. @deprecated Has no effect here: name it in `activities`. */
  readonly useDevice?: string;
}

/** Options of `profile`: those of a recording and those of PyTorch's profiler, all optional. */
export type ProfileOptions = Partial<Omit<RecordingOptions, 'optionTexts' | 'cell' | 'gpu'>> &
  EitherCase<TorchProfileOptions>;
