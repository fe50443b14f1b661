/** Types of the columns that queries read from a profile. */
type RowType = 'BOOLEAN' | 'DOUBLE' | 'INTEGER' | 'VARCHAR';

/** The values of a column: numbers by row, or what makes one. Never null: views turn -1 and '' into NULL. */
export type RowValues = ArrayLike<number> | ((row: number) => number | string | boolean);

/** A column of a {@link RowTable}. */
export interface RowColumn {
  readonly type: RowType;
  /** Its values, computed when a query reads the column. */
  readonly read: () => RowValues;
}

/** Rows that queries read from where a profile has them, without a copy of the table. */
export interface RowTable {
  readonly length: number;
  readonly columns: Readonly<Record<string, RowColumn>>;
}

/** A column whose values are ready, or made row by row. */
export function column(type: RowType, values: RowValues): RowColumn {
  return { type, read: () => values };
}

/** A column whose values are computed together, when a query reads it. */
export function computed(type: RowType, compute: () => RowValues): RowColumn {
  return { type, read: compute };
}

/** A column of texts, by the row in a list of strings. */
export function texts(strings: readonly string[], index: ArrayLike<number>): RowColumn {
  return column('VARCHAR', row => strings[index[row]]);
}

export const ROW_NUMBERS: RowColumn = column('INTEGER', row => row);
