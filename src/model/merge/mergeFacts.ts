import { type FactName, type FactParts, FACTS, NO_FACTS } from '../../facts/table';
import type { ProfileMeta } from '../profile/profile';

/** The part of each fact of several runs together; as where nothing was recorded if no run has it. */
export function mergeFacts(
  runs: readonly { readonly profile: { readonly meta: ProfileMeta }; readonly shiftNs: number }[],
  facts: readonly (typeof FACTS)[number][] = FACTS
): Partial<FactParts> {
  const parts = runs.map(({ profile: { meta }, shiftNs }) => {
    return { parts: meta, pid: meta.pid, shiftNs };
  });
  return facts.reduce<Partial<FactParts>>((all, fact) => ({ ...all, ...fact.merge(parts) }), {});
}

/** The facts of a merged profile to which attached threads and processes add what they recorded. */
export function factsWithMembers(meta: ProfileMeta): Partial<FactParts> {
  const facts = FACTS.filter(({ addsMembers }) => addsMembers);
  return mergeFacts([{ profile: { meta }, shiftNs: 0 }], facts);
}

/** `meta` as where no fact was recorded. */
export function withoutFacts(meta: ProfileMeta): ProfileMeta {
  const rest: Omit<ProfileMeta, FactName> & Partial<FactParts> = { ...meta };
  for (const { name } of FACTS) delete rest[name];
  return { ...rest, ...NO_FACTS };
}
