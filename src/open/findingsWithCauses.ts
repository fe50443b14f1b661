import { profileFindings } from '../analysis/findings/findings';
import { findCause } from '../analysis/causes/findCause';
import type { Findings } from '../model/output/findings';
import type { Profile } from '../model/profile/profile';

/**
 * The findings of a profile, with the known causes of hot lines and waits. Views have them from outputs: they do not load
 * the parser that this takes.
 */
export function findingsWithCauses(profile: Profile): Findings {
  return profileFindings(profile, findCause);
}
