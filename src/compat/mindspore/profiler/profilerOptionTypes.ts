import type { ArgumentType } from '../../../engine/arguments/argumentTypes';
import { shown } from '../../../base/text';
import type { Activity } from '../../../engine/sessions/activities';
import { ActivityError, readActivities } from '../../../engine/sessions/activities';
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

/** Activities, each at most once. */
export const activitiesArgument: ArgumentType<readonly Activity[]> = {
  name: "array of 'CPU', 'GPU'",
  read: (option, value) => {
    const names: readonly unknown[] = Array.isArray(value) ? value : [];
    if (names.includes('NPU')) {
      throw new ActivityError(
        `${option} has NPU, which is not available. Valid activities: 'CPU', 'GPU'`
      );
    }
    const activities = readActivities(value);
    if (activities.length > 0) return activities;
    throw new ActivityError(`${option} is empty: ${shown(value)}. Name 'CPU', 'GPU' or both`);
  }
};
