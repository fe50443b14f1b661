import { findings, timeShares } from '../../analysis';
import type { Finding } from '../../model/output/findings';
import type { ProfileBundle } from '../../model/output/bundle';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';

/** What is worth knowing about a profile, with texts as short as those of a bundle. */
export function bundleFindings(profile: Profile): Pick<ProfileBundle, 'findings' | 'shares'> {
  return { findings: findings(profile).map(clipped), shares: timeShares(profile) };
}

function clipped(finding: Finding): Finding {
  const facts = Object.entries<string | number>(finding.facts).map(([name, fact]) => {
    return [name, typeof fact === 'string' ? clipText(fact) : fact] as const;
  });
  const { selection } = finding.target;
  return {
    ...finding,
    facts: Object.fromEntries(facts),
    target: { ...finding.target, selection: selection && clippedSelection(selection) }
  } as Finding;
}

type Selection = NonNullable<Finding['target']['selection']>;

function clippedSelection(selection: Selection): Selection {
  if (selection.type === 'line') return { ...selection, file: clipText(selection.file) };
  const { type, category, name } = selection;
  return { type, category: clipText(category), name: clipText(name) };
}
