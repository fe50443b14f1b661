import type { Profile } from '../../model/profile/profile';
import { coreWaitNs } from '../slices/coreWaits';
import type { TimeWindow } from '../slices/window';
import { leastWhole } from './leastWhole';
import { programPart } from './programPart';
import type { StackWeights } from './stackWeights';
import { sampleStacks, waitStacks } from './stackWeights';

/**
 * The value of a share of 1 of the time that threads ran or waited, for functions, lines and files in all
 * views: the stretch on show, or what all threads together ran and waited for a core to run on, or waited for
 * something, where that is more.
 */
export function threadWhole(profile: Profile, window: TimeWindow | null = null): number {
  const part = window === null ? programPart(profile) : profile;
  return Math.max(
    leastWhole(profile, 'nanoseconds', window),
    sumOf(sampleStacks(profile, { window })) + (coreWaitNs(part, null, window) ?? 0),
    sumOf(waitStacks(profile, { window }))
  );
}

function sumOf({ weight }: StackWeights): number {
  return weight.reduce((sum, each) => sum + each, 0);
}
