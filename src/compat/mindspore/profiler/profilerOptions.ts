import type { OutputFormatName } from '../../../engine/arguments/outputFormats';
import type { ScheduleFunction } from '../../../engine/schedule/profilerAction';
import type { ActivityName } from '../../../engine/sessions/activities';
import type { GpuMetrics, ProfilerActivity, ProfilerLevel } from './profilerEnums';

/** The name of a member as it is, and in camelCase. */
type Named<N extends string> = N | Uncapitalize<N>;

/**
 * The options of `Profiler`. Each that is absent has its default. Any of `path`, `format`, `formats`,
 * `sampleRate` and `profileDevice` chooses MegEngine's layout: files named by the process. Without
 * them every cycle has a directory of its own, as in MindSpore. `P` is the profiler that
 * `onTraceReady` is given.
 */
export interface ProfilerOptions<P> {
  /** Start at once; default true. */
  readonly startProfile?: boolean;
  /** The folder in which each cycle gets its directory; default `./data`. */
  readonly outputPath?: string;
  /** How much is collected; default `Level0`. */
  readonly profilerLevel?: Named<ProfilerLevel>;
  /** Where the work runs that is collected; default the CPU, and the GPU where one is found. */
  readonly activities?: readonly (ProfilerActivity | ActivityName)[];
  /** What to do at each step; default `null`: everything from start to stop is one cycle. */
  readonly schedule?: ScheduleFunction | null;
  /**
   * Called when a cycle is complete and its raw data is written. A promise that it gives is waited
   * for before the next cycle; what goes wrong in it is reported, and the run goes on.
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
  /** Remove what analysis leaves beside its results; default true. */
  readonly dataSimplification?: boolean;
  /** Rates of a GPU's second cache; default false. */
  readonly l2Cache?: boolean;
  /** Rates of a GPU's memory; default false. */
  readonly hbmDdr?: boolean;
  /** What goes to a GPU and comes from it; default false. */
  readonly pcie?: boolean;
  /** Record, through `instrumentIterator` of the profiler, how long loops wait for data; default false. */
  readonly dataProcess?: boolean;
  /** Record in attached worker threads and processes as well, and messages with their bytes; default false. */
  readonly parallelStrategy?: boolean;
  /** Time operators to their completion; false times what starts them alone. Default true. */
  readonly syncEnable?: boolean;
  /** The folder of MegEngine's files; default `profile`. */
  readonly path?: string;
  /** What to write; default `chrome_timeline.json`. */
  readonly format?: OutputFormatName | 'chromeTimeline.json' | 'memoryFlow.svg';
  /** Several of those. */
  readonly formats?:
    readonly (OutputFormatName | 'chromeTimeline.json' | 'memoryFlow.svg')[] | null;
  /** Take the memory each so many operators; 0, the default, does not. */
  readonly sampleRate?: number;
  /** Time a GPU's work; default true. */
  readonly profileDevice?: boolean;
}
