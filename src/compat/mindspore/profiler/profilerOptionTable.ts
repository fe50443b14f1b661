import {
  type ArgumentType,
  type OptionTable,
  IGNORED,
  choiceArgument,
  flag,
  functionArgument,
  givenArgument,
  option,
  orNull,
  pathArgument,
  wholeArgument
} from '../../../engine/arguments/argumentTypes';
import type { ScheduleFunction } from '../../../engine/sessions/schedule';
import { shown } from '../../../base/errors';
import type { Activity } from '../../../engine/sessions/activityLog';
import type { SessionResults } from '../../torch/sessionResults';
import { ActivityError, readActivities } from '../../torch/activities';
import { GpuMetrics, ProfilerLevel } from './profilerEnums';
import { ProfilerOptionError } from './profilerErrors';

/** One of the values of an object, by the names of its members, also in camelCase. */
function memberArgument<V extends string>(members: Readonly<Record<string, V>>): ArgumentType<V> {
  const names = Object.keys(members);
  return {
    name: names.join(', '),
    read: (option, value) => {
      const found = names.find(name => value === name || value === lowerFirst(name));
      if (found !== undefined) return members[found];
      throw new ProfilerOptionError(option, value, names);
    }
  };
}

function lowerFirst(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}

/** A level, such as `'Level0'` or `'level0'`. */
const levelArgument: ArgumentType<ProfilerLevel> = memberArgument(ProfilerLevel);

const metricsMember: ArgumentType<GpuMetrics> = memberArgument(GpuMetrics);

/** Metrics, such as `'MemoryL0'` or `'memoryL0'`; `null` is `'None'`. */
const metricsArgument: ArgumentType<GpuMetrics> = {
  name: metricsMember.name,
  read: (option, value) => (value === null ? 'None' : metricsMember.read(option, value))
};

/** The activities that were named. */
interface NamedActivities {
  /** Those that may be recorded here; empty if there was only an NPU. */
  readonly named: readonly Activity[];
  /** Whether MindSpore's own devices were named. */
  readonly hasNpu: boolean;
}

/** Activities, each at most once. */
const activitiesArgument: ArgumentType<NamedActivities> = {
  name: "array of 'CPU', 'GPU', 'NPU'",
  read: (option, value) => {
    const names: readonly unknown[] = Array.isArray(value) ? value : [];
    const npu = names.indexOf('NPU');
    const named = readActivities(npu < 0 ? value : names.filter((_, at) => at !== npu));
    if (named.length > 0 || npu >= 0) return { named, hasNpu: npu >= 0 };
    throw new ActivityError(`${option} is empty: ${shown(value)}. Name 'CPU', 'GPU' or both`);
  }
};

/** The systems whose files and whose start a `Profiler` may have. */
export const PROFILER_COMPATS = ['mindspore', 'megengine'] as const;

export type ProfilerCompat = (typeof PROFILER_COMPATS)[number];

/** All options of `Profiler` with their values, read but not yet weighed against each other. */
export interface ReadProfilerOptions {
  readonly startProfile: boolean;
  /** Null if it was not given: other options choose the system then. */
  readonly compat: ProfilerCompat | null;
  readonly outputPath: string;
  readonly profilerLevel: ProfilerLevel;
  /** Null if none were given. */
  readonly activities: NamedActivities | null;
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
  readonly profileCommunication: unknown;
  readonly profileFramework: unknown;
  readonly opTime: unknown;
  readonly ascendJobId: unknown;
}

/** Every option of `Profiler`, in the order in which errors list them. */
export const PROFILER_OPTION_TABLE: OptionTable<ReadProfilerOptions> = {
  startProfile: flag(true),
  compat: option<ProfilerCompat | null>(orNull(choiceArgument(PROFILER_COMPATS)), null),
  outputPath: option(pathArgument, './data'),
  profilerLevel: option(levelArgument, 'Level0'),
  activities: option<NamedActivities | null>(activitiesArgument, null),
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
  profileDevice: flag(true),
  profileCommunication: IGNORED,
  profileFramework: IGNORED,
  opTime: IGNORED,
  ascendJobId: IGNORED
};

/** Options of MindSpore that concern its own devices alone. */
export const ASCEND_OPTIONS = [
  'profileCommunication',
  'profileFramework',
  'opTime',
  'ascendJobId'
] as const;

/** The options that choose MegEngine's layout. */
export const FILE_OPTIONS = ['path', 'format', 'formats', 'sampleRate', 'profileDevice'] as const;
