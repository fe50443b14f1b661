import type { OptionTable } from '../../../engine/arguments/argumentTypes';
import {
  flag,
  functionArgument,
  givenArgument,
  option,
  pathArgument,
  wholeArgument
} from '../../../engine/arguments/argumentTypes';
import type { ScheduleFunction } from '../../../engine/schedule/profilerAction';
import type { Activity } from '../../../engine/sessions/activities';
import type { SessionResults } from '../../../engine/results/sessionResults';
import type { GpuMetrics, ProfilerLevel } from './profilerEnums';
import { activitiesArgument, levelArgument, metricsArgument } from './profilerOptionTypes';

/** All options of `Profiler` with their values, read but not yet weighed against each other. */
export interface ReadProfilerOptions {
  readonly startProfile: boolean;
  readonly outputPath: string;
  readonly profilerLevel: ProfilerLevel;
  /** Null if none were given. */
  readonly activities: readonly Activity[] | null;
  readonly schedule: ScheduleFunction | null;
  readonly onTraceReady: ((session: SessionResults) => unknown) | null;
  readonly profileMemory: boolean;
  readonly gpuMetrics: GpuMetrics;
  readonly aicoreMetrics: GpuMetrics;
  readonly withStack: boolean;
  readonly dataSimplification: boolean;
  readonly l2Cache: boolean;
  readonly hbmDdr: boolean;
  readonly pcie: boolean;
  readonly dataProcess: boolean;
  readonly parallelStrategy: boolean;
  readonly syncEnable: boolean;
  readonly path: string;
  /** As it was given, for `readFormats`. */
  readonly format: unknown;
  readonly formats: unknown;
  readonly sampleRate: number;
  readonly profileDevice: boolean;
}

/** Every option of `Profiler`, in the order in which errors list them. */
export const PROFILER_OPTION_TABLE: OptionTable<ReadProfilerOptions> = {
  startProfile: flag(true),
  outputPath: option(pathArgument, './data'),
  profilerLevel: option(levelArgument, 'Level0'),
  activities: option<readonly Activity[] | null>(activitiesArgument, null),
  schedule: option(functionArgument(), null),
  onTraceReady: option(functionArgument(), null),
  profileMemory: flag(false),
  gpuMetrics: option(metricsArgument, 'None'),
  aicoreMetrics: option(metricsArgument, 'None'),
  withStack: flag(false),
  dataSimplification: flag(true),
  l2Cache: flag(false),
  hbmDdr: flag(false),
  pcie: flag(false),
  dataProcess: flag(false),
  parallelStrategy: flag(false),
  syncEnable: flag(true),
  path: option(pathArgument, 'profile'),
  format: option(givenArgument, undefined),
  formats: option(givenArgument, undefined),
  sampleRate: option(wholeArgument(0), 0),
  profileDevice: flag(true)
};

/** The options that choose MegEngine's layout. */
export const FILE_OPTIONS = ['path', 'format', 'formats', 'sampleRate', 'profileDevice'] as const;
