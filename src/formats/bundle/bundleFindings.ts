import { profileFindings } from '../../analysis';
import type { Finding, Findings } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import { clipText } from '../shared/text/clipText';

/** The findings of a profile, with texts as short as those of a bundle. */
export function bundleFindings(profile: Profile): Findings {
  const { findings, shares } = profileFindings(profile);
  return { findings: findings.map(clipped), shares };
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
