import type { DeoptRow } from '../profile/deopts';
import { deoptsOf } from '../profile/deopts';
import type { Profile, ProfileMeta } from '../profile/profile';

/** A profile's deoptimizations, and the place of its origin in the merged profile. */
export interface DeoptPart {
  readonly profile: { readonly meta: Pick<Profile['meta'], 'deopts'> };
  /** Nanoseconds from the merged origin. */
  readonly shiftNs: number;
}

/** The deoptimizations of all parts, those of one line, kind and reason together; nothing if none were recorded. */
export function mergeDeopts(parts: readonly DeoptPart[]): Pick<ProfileMeta, 'deopts'> {
  const known = parts.flatMap(({ profile, shiftNs }) => {
    const { deopts } = profile.meta;
    return deopts ? [{ deopts, shiftNs }] : [];
  });
  if (known.length === 0) return {};
  const rows = known.flatMap(({ deopts, shiftNs }) =>
    deopts.rows.map((row): DeoptRow => ({
      ...row,
      firstNs: row.firstNs + shiftNs,
      lastNs: row.lastNs + shiftNs
    }))
  );
  const more = known.reduce((sum, { deopts }) => sum + deopts.more, 0);
  const all = deoptsOf(rows);
  return { deopts: { rows: all.rows, more: all.more + more } };
}
