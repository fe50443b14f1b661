import { BUNDLE_VERSION } from '../output/bundle';
import { PROFILE_VERSION, type StackTable } from '../profile/profile';
import type { StoredParts, UpgradePath } from './upgrade';

/** The upgrade path of profiles in files. */
export const PROFILE_PATH: UpgradePath = {
  what: 'The profile',
  version: PROFILE_VERSION,
  upgraders: new Map([[1, withoutAwaited]])
};

/** Version 1 did not tell which functions were awaited: in it none was below those who did. */
function withoutAwaited(older: StoredParts): StoredParts {
  const stacks = older['stacks'] as Partial<StackTable> | undefined;
  const length = stacks?.length ?? 0;
  return { ...older, stacks: { ...stacks, isAwaited: new Uint8Array(length) } };
}

/** The upgrade path of outputs. The profile in them has its own path. */
export const BUNDLE_PATH: UpgradePath = {
  what: 'The profile in this output',
  version: BUNDLE_VERSION,
  // the profile in them changed
  upgraders: new Map([[1, older => older]])
};
