import type { Profile } from '../../../../../src/model/profile/profile';
import type { ProfileContent } from '../../../../../extension/src/shared/content/profileTab';
import { exampleBundle, exampleSummary } from '../../exampleBundle';

/** All of a profile, as views are given it. */
export function wholeContent(profile: Profile): ProfileContent {
  const { durationNs: wallNs } = profile.meta;
  const summary = exampleSummary({ slices: profile.slices.length, wallNs });
  return { bundle: exampleBundle({ summary }), profile, isWhole: true, density: null };
}
