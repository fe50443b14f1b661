import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { ProfileDiff } from '../../compat/torch/profileDiff';
import { comparisonMarkdown } from '../../report';
import { comparedNames } from './comparedNames';

/** A profile and the file that it comes from. */
export interface NamedProfile {
  readonly file: string;
  readonly profile: RecordedProfile;
}

/** The findings of a profile as Markdown and, with `compared`, what has changed since that one. */
export function explainText({ file, profile }: NamedProfile, compared?: NamedProfile): string {
  if (compared === undefined) return profile.explain();
  const diff = new ProfileDiff(compared.profile, profile);
  const { before } = comparedNames(diff, { before: compared.file, after: file });
  return `${profile.explain()}\n${comparisonMarkdown(diff.compare(), before)}`;
}
