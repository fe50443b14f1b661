import { compareProfiles } from 'kernelscope/analysis';
import { boundComparison, bundleSections } from 'kernelscope/formats';
import type { BundleComparison } from 'kernelscope/model';
import { MAX_BUNDLE_BYTES } from 'kernelscope/model';
import type { ProfileContent } from '../../shared/content/profileTab';

/** The comparison of two profiles of outputs: totals are exact, lines and calls as far as both have them. */
export function compareRuns(before: ProfileContent, after: ProfileContent): BundleComparison {
  const [from, to] = [before, after].map(({ profile, bundle }) => {
    return { profile, sections: bundleSections(bundle) };
  });
  return boundComparison(compareProfiles(from, to), MAX_BUNDLE_BYTES);
}
