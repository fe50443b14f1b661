/** The deepest level that {@link sliceDepths} distinguishes. */
const MAX_DEPTH = 65_535;

/** Nesting level of each slice on its own track, 0 for an outermost one, capped at 65,535. */
export function sliceDepths(enclosing: Int32Array): Uint16Array {
  const depth = new Uint16Array(enclosing.length);
  for (let row = 0; row < enclosing.length; row++) {
    const outer = enclosing[row];
    if (outer >= 0) depth[row] = Math.min(depth[outer] + 1, MAX_DEPTH);
  }
  return depth;
}
