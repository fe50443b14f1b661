import { BUNDLE_VERSION } from '../output/bundle';
import { PROFILE_VERSION } from '../profile/profile';
import type { UpgradePath } from './upgrade';

/** The upgrade path of profiles in files. */
export const PROFILE_PATH: UpgradePath = {
  what: 'The profile',
  version: PROFILE_VERSION,
  upgraders: new Map()
};

/** The upgrade path of outputs. The profile in them has its own path. */
export const BUNDLE_PATH: UpgradePath = {
  what: 'The profile in this output',
  version: BUNDLE_VERSION,
  upgraders: new Map()
};
