import { BUNDLE_PARTS, type ProfileBundle } from '../output/bundle';
import { checkRecord } from '../../schema/schema';
import { BUNDLE_PATH, type StoredParts, upgrade } from './upgrade';

/**
 * `value` as a bundle of the current version that has the shape and the sizes it must have; older
 * ones are upgraded, and those without a comparison have null. The profile in its overview is not
 * looked into: `decodeBundle` does that.
 *
 * @throws ProfileVersionError for a version that this release does not know, ProfileError for
 * anything else that is wrong.
 */
export function validateBundle(value: unknown): ProfileBundle {
  const stored = checkRecord(value, 'The profile in this output');
  BUNDLE_PARTS.version.check(stored.version, 'version');
  const upgraded = upgrade(stored as StoredParts, BUNDLE_PATH);
  const bundle: Record<string, unknown> = Object.hasOwn(upgraded, 'comparison')
    ? { ...upgraded }
    : { ...upgraded, comparison: null };
  for (const [name, schema] of Object.entries(BUNDLE_PARTS)) schema.check(bundle[name], name);
  return bundle as unknown as ProfileBundle;
}
