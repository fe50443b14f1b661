import { KernelscopeError, shown } from '../../base/errors';
import type { Activity } from '../../engine/sessions/activityLog';

/** Names of activities: `'CUDA'` is PyTorch's word for `'GPU'`. */
export type ActivityName = Activity | 'CUDA';

/** An unknown activity was requested, or one was requested twice. */
export class ActivityError extends KernelscopeError {}

const VALID = "'CPU', 'GPU' (PyTorch's 'CUDA')";

/** The activity of a name. @throws ActivityError that lists the valid ones */
export function readActivity(name: unknown): Activity {
  if (name === 'CPU' || name === 'GPU') return name;
  if (name === 'CUDA') return 'GPU';
  throw new ActivityError(`Unknown activity: ${shown(name)}. Valid activities: ${VALID}`);
}

/** The activities of a list of names. @throws ActivityError for an invalid list */
export function readActivities(names: unknown): readonly Activity[] {
  if (!Array.isArray(names)) {
    throw new ActivityError(`activities must be an array of ${VALID}, got ${shown(names)}`);
  }
  const activities = names.map(readActivity);
  const twice = activities.find((activity, at) => activities.indexOf(activity) < at);
  if (twice === undefined) return activities;
  throw new ActivityError(`activities names ${twice} more than once: name each at most once`);
}
