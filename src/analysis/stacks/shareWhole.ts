import type { Profile } from '../../model/profile/profile';
import type { TimeWindow } from '../slices/window';
import { leastWhole } from './leastWhole';
import type { StackWeights } from './stackWeights';

/**
 * The value of a share of 1 for stacks of a profile, the same for their functions, lines and files: the
 * stretch on show, or what all stacks weigh together where several threads make that more.
 */
export function shareWhole(
  profile: Profile,
  { unit, weight }: Pick<StackWeights, 'unit' | 'weight'>,
  window: TimeWindow | null = null
): number {
  const weighed = weight.reduce((sum, each) => sum + each, 0);
  return Math.max(weighed, leastWhole(profile, unit, window));
}
