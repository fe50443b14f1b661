import type { Translator } from '../../base/translator';
import type { EmptyFile } from './format';
import type { Profile } from '../../model/profile/profile';
import { hasCpuSamples } from './rows/callPath';

/** Why a file that holds CPU samples alone shows nothing of a profile without any; null for others. */
export function withoutSamples(profile: Profile, trans: Translator): EmptyFile | null {
  if (hasCpuSamples(profile)) return null;
  return {
    note: 'It is empty: this format holds CPU samples, and the profile has none.',
    hint: trans.__('Would be empty: this profile has no CPU samples')
  };
}
