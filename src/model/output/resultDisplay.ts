import type { Profile } from '../profile/profile';

/**
 * The key of the method by which an object says how a notebook shows it. The kernel calls it for the
 * value of a cell's last expression, and never else; null leaves the value to `console.log`'s form.
 */
export function displayKey(): symbol {
  return Symbol.for('kernelscope.display');
}

/** The answer of a {@link displayKey} method: a profile, a comparison of ranks, the rows of a query, or a table alone. */
export interface ResultDisplay {
  /** Shown with all its views. */
  readonly profile?: Profile;
  readonly compared?: Profile;
  /** Shown if there is no profile; its texts are escaped. */
  readonly html?: string;
  /** A `CrossRankBundle`, shown beside `html` and `text` where a front end can; checked before. */
  readonly ranks?: object;
  /** A `QueryBundle`, likewise. */
  readonly query?: object;
  /** The plain text; for a profile it may be left to the statistics. */
  readonly text?: string;
}

/**
 * True in a custom inspection of the value that is printed itself, false where it is inside of another
 * one; also false if values are printed to any depth, as the two cannot be told apart then.
 */
export function isOutermost(depth?: number, options: { readonly depth?: number } = {}): boolean {
  return Number.isFinite(depth) && depth === options.depth;
}
