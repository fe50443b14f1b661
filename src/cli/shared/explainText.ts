import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { ProfileDiff } from '../../compat/torch/profileDiff';
import { comparisonMarkdown } from '../../report';

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

/** The names of the two sides of a comparison. */
interface ComparedNames {
  readonly before: string;
  readonly after: string;
}

/** The names of two profiles; if they are the same and so useless, their locations. */
export function comparedNames(
  { before, after }: ProfileDiff,
  places: ComparedNames
): ComparedNames {
  return before.name === after.name ? places : { before: before.name, after: after.name };
}
