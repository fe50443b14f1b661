/**
 * Removes the rows of slices that are no longer kept: those whose token is below `oldest`. `columns`
 * are as long as `tokens` and lose the same rows; the others stay in order. Returns the number of
 * remaining rows.
 */
export function forgetRowsBefore(
  oldest: number,
  tokens: number[],
  ...columns: readonly unknown[][]
): number {
  const all: readonly unknown[][] = [tokens, ...columns];
  let kept = 0;
  for (let row = 0; row < tokens.length; row++) {
    if (tokens[row] < oldest) continue;
    for (const column of all) column[kept] = column[row];
    kept++;
  }
  for (const column of all) column.length = kept;
  return kept;
}
