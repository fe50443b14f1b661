import type { Profile } from '../../../../src/model/profile';
import type { ProfileContent } from '../../../../extension/src/shared/profileTab';
import { exampleBundle, exampleSummary } from '../exampleBundle';

/** All of a profile, as views are given it. */
export function wholeContent(profile: Profile): ProfileContent {
  const { durationNs: wallNs } = profile.meta;
  const summary = exampleSummary({ slices: profile.slices.length, wallNs });
  return { bundle: exampleBundle({ summary }), profile, isWhole: true, density: null };
}
