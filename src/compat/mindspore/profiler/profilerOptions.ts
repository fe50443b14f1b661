import type { OutputFormatName } from '../../../engine/arguments/outputFormats';
import type { ScheduleFunction } from '../../../engine/sessions/schedule';
import type { ActivityName } from '../../torch/activities';
import type { GpuMetrics, ProfilerActivity, ProfilerLevel } from './profilerEnums';

/** The name of a member as it is, and in camelCase. */
type Named<N extends string> = N | Uncapitalize<N>;

/**
 * The options of `Profiler`. All have defaults. `compat: 'megengine'`, or any of `path`, `format`, `formats`,
 * `sampleRate` and `profileDevice`, selects MegEngine's layout: files named after the process. Without them
 * every cycle has its own directory, as in MindSpore. `P` is the profiler passed to `onTraceReady`.
 */
export interface ProfilerOptions<P> {
  /** Start immediately; default true, and false with MegEngine's layout, whose profiler begins with its block. */
  readonly startProfile?: boolean;
  /** `'megengine'`: MegEngine's layout, also without its other options. */
  readonly compat?: 'mindspore' | 'megengine' | null;
  /** The folder in which each cycle gets its directory; default `./data`. */
  readonly outputPath?: string;
  /** How much is collected; default `Level0`. */
  readonly profilerLevel?: Named<ProfilerLevel>;
  /** The devices whose work is collected; default the CPU, and the GPU if one is found. */
  readonly activities?: readonly (ProfilerActivity | ActivityName)[];
  /** The action at each step; default `null`: everything from start to stop is one cycle. */
  readonly schedule?: ScheduleFunction | null;
  /**
   * Called when a cycle is complete and its raw data is written. A returned promise is awaited before
   * the next cycle; its errors are reported, and the run continues.
   */
  readonly onTraceReady?: ((profiler: P) => unknown) | null;
  /** Record the memory of tensors and of the process; default false. */
  readonly profileMemory?: boolean;
  /** Counters of a GPU; default `None`. */
  readonly gpuMetrics?: Named<GpuMetrics | 'AiCoreNone'> | null;
  /** MindSpore's name of `gpuMetrics`. */
  readonly aicoreMetrics?: Named<GpuMetrics | 'AiCoreNone'> | null;
  /** Record the stacks that operators are run from, and CPU samples; default false. */
  readonly withStack?: boolean;
  /** Remove the intermediate files of the analysis; default true. */
  readonly dataSimplification?: boolean;
  /** Rates of a GPU's second cache; default false. */
  readonly l2Cache?: boolean;
  /** Rates of a GPU's memory; default false. */
  readonly hbmDdr?: boolean;
  /** Record the traffic to and from a GPU; default false. */
  readonly pcie?: boolean;
  /**
   * Record, through `instrumentIterator` of the profiler, how long loops wait for data; default false.
   */
  readonly dataProcess?: boolean;
  /** Record in attached worker threads and processes as well, and messages with their bytes; default false. */
  readonly parallelStrategy?: boolean;
  /** Time operators to their completion; false times what starts them alone. Default true. */
  readonly syncEnable?: boolean;
  /** The folder of MegEngine's files; default `profile`. */
  readonly path?: string;
  /** The file to write; default `chrome_timeline.json`. */
  readonly format?: OutputFormatName | 'chromeTimeline.json' | 'memoryFlow.svg';
  /** Several files to write, as `format` names them; null, the default, for the one of `format`. */
  readonly formats?:
    | readonly (OutputFormatName | 'chromeTimeline.json' | 'memoryFlow.svg')[]
    | null;
  /** Take the memory each so many operators; 0, the default, does not. */
  readonly sampleRate?: number;
  /** Time a GPU's work; default true. */
  readonly profileDevice?: boolean;
  /** Communication between Ascend devices. @deprecated Has no effect here. */
  readonly profileCommunication?: unknown;
  /** Host-side data to collect beside that of Ascend devices. @deprecated Has no effect here. */
  readonly profileFramework?: unknown;
  /** Times of operators on Ascend devices. @deprecated Has no effect here. */
  readonly opTime?: unknown;
  /** The files of an Ascend job. @deprecated Has no effect here. */
  readonly ascendJobId?: unknown;
}
