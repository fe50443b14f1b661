import type { ArgumentType } from '../../../engine/arguments/argumentTypes';
import { shown } from '../../../base/text';
import type { Activity } from '../../../engine/sessions/activityLog';
import { ActivityError, readActivities } from '../../torch/session/activities';
import { ProfilerOptionError } from './profilerErrors';
import { GpuMetrics, ProfilerLevel } from './profilerEnums';

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
export const levelArgument: ArgumentType<ProfilerLevel> = memberArgument(ProfilerLevel);

const metricsMember: ArgumentType<GpuMetrics> = memberArgument(GpuMetrics);

/** Metrics, such as `'MemoryL0'` or `'memoryL0'`; `null` is `'None'`. */
export const metricsArgument: ArgumentType<GpuMetrics> = {
  name: metricsMember.name,
  read: (option, value) => (value === null ? 'None' : metricsMember.read(option, value))
};

/** The activities that were named. */
export interface NamedActivities {
  /** Those that may be recorded here; empty if there was only an NPU. */
  readonly named: readonly Activity[];
  /** Whether MindSpore's own devices were named. */
  readonly hasNpu: boolean;
}

/** Activities, each at most once. */
export const activitiesArgument: ArgumentType<NamedActivities> = {
  name: "array of 'CPU', 'GPU', 'NPU'",
  read: (option, value) => {
    const names: readonly unknown[] = Array.isArray(value) ? value : [];
    const npu = names.indexOf('NPU');
    const named = readActivities(npu < 0 ? value : names.filter((_, at) => at !== npu));
    if (named.length > 0 || npu >= 0) return { named, hasNpu: npu >= 0 };
    throw new ActivityError(`${option} is empty: ${shown(value)}. Name 'CPU', 'GPU' or both`);
  }
};
