import type { ProfileDiff } from '../../engine/sessions/profileDiff';

/** What the two sides of a comparison are called. */
export interface ComparedNames {
  readonly before: string;
  readonly after: string;
}

/** The names of two profiles; where they are the same, which tells nothing, where they came from. */
export function comparedNames(
  { before, after }: ProfileDiff,
  places: ComparedNames
): ComparedNames {
  return before.name === after.name ? places : { before: before.name, after: after.name };
}
