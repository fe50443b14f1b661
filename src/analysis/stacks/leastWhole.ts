import type { Profile } from '../../model/profile/profile';
import type { TimeWindow } from '../slices/window';
import { programPart } from './programPart';
import type { StackUnit } from './stackWeights';

/**
 * The least value of a share of 1, so that a share is the same in all views: of times the stretch on show, or all
 * without the start-up of a program, which several threads together can exceed; of bytes 0, as all that were allocated are the whole.
 */
export function leastWhole(
  profile: Profile,
  unit: StackUnit,
  window: TimeWindow | null = null
): number {
  if (unit === 'bytes') return 0;
  return window ? window.toNs - window.fromNs : programPart(profile).meta.durationNs;
}
