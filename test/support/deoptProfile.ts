import type { DeoptRow } from '../../src/facts/deopts';
import type { Profile } from '../../src/model/profile/profile';
import { drawProfile } from './drawProfile';

/** A profile of one slice with these deoptimizations, and `more` without a row. */
export function deoptProfile(rows: readonly DeoptRow[], more = 0): Profile {
  const profile = drawProfile('main |[work      ]', { nsPerColumn: 1e6 });
  return { ...profile, meta: { ...profile.meta, deopts: { rows, more } } };
}
