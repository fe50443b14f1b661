import type { Profile } from '../../model/profile/profile';
import type { TimeWindow } from '../slices/window';
import { leastWhole } from './leastWhole';
import type { StackWeights } from './stackWeights';
import { sampleStacks, waitStacks } from './stackWeights';

/**
 * The value of a share of 1 of the time that threads ran or waited, for functions, lines and files in all
 * views: the stretch on show, or what all threads together ran, or waited, where that is more.
 */
export function threadWhole(profile: Profile, window: TimeWindow | null = null): number {
  return Math.max(
    leastWhole(profile, 'nanoseconds', window),
    sumOf(sampleStacks(profile, { window })),
    sumOf(waitStacks(profile, { window }))
  );
}

function sumOf({ weight }: StackWeights): number {
  return weight.reduce((sum, each) => sum + each, 0);
}
