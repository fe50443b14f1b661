import { type FactName, type FactParts, FACTS } from '../../facts/table';
import type { ProfileMeta } from '../profile/profile';

/** The part of each fact of several runs together; absent where no run has it. */
export function mergeFacts(
  runs: readonly { readonly profile: { readonly meta: FactParts }; readonly shiftNs: number }[]
): FactParts {
  const parts = runs.map(({ profile, shiftNs }) => ({ parts: profile.meta, shiftNs }));
  return FACTS.reduce<FactParts>((all, fact) => ({ ...all, ...fact.merge(parts) }), {});
}

/** `meta` without the part of any fact. */
export function withoutFacts(meta: ProfileMeta): Omit<ProfileMeta, FactName> {
  const rest = { ...meta };
  for (const { name } of FACTS) delete rest[name];
  return rest;
}
