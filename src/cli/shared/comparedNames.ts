import type { ProfileDiff } from '../../compat/torch/profileDiff';

/** The names of the two sides of a comparison. */
export interface ComparedNames {
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
