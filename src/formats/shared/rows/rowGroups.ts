/** The rows of a table by the value of one of its index columns. */
export interface RowGroups {
  /** Rows, those of group 0 first, ascending within each group. */
  readonly rows: Uint32Array;
  /** Group g has `rows[offsets[g] … offsets[g + 1])`. */
  readonly offsets: Uint32Array;
}

/** Groups the rows of `column` by their value, which is below `groupCount`. Linear. */
export function groupRows(column: Uint16Array | Uint32Array, groupCount: number): RowGroups {
  const offsets = new Uint32Array(groupCount + 1);
  for (let row = 0; row < column.length; row++) offsets[column[row] + 1]++;
  for (let group = 0; group < groupCount; group++) offsets[group + 1] += offsets[group];
  const next = offsets.slice();
  const rows = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) rows[next[column[row]]++] = row;
  return { rows, offsets };
}

export function rowsOf({ rows, offsets }: RowGroups, group: number): Uint32Array {
  return rows.subarray(offsets[group], offsets[group + 1]);
}
