/**
 * True in a custom inspection of the value that is printed itself, false where it is inside of another
 * one; also false if values are printed to any depth, as the two cannot be told apart then.
 */
export function isOutermost(depth?: number, options: { readonly depth?: number } = {}): boolean {
  return Number.isFinite(depth) && depth === options.depth;
}
