/** Numbers by row. NaN stands for NULL in columns of whole numbers, 1 and 0 for true and false. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly numbers: Float64Array;
}

/** Texts by row, of which few differ. */
export interface TextColumn {
  readonly kind: 'texts';
  readonly texts: readonly string[];
  /** Index into `texts` by row; null if all rows have the first text. */
  readonly index: Uint32Array | null;
}

/** Rows of a table. */
export interface ColumnarRows {
  readonly length: number;
  /** In the order of the table's columns, each with `length` values. */
  readonly columns: readonly (NumberColumn | TextColumn)[];
}

export function numberColumn(numbers: Iterable<number>): NumberColumn {
  const isColumn = numbers instanceof Float64Array;
  return { kind: 'numbers', numbers: isColumn ? numbers : Float64Array.from(numbers) };
}

/** A column of texts, one for each row. */
export function textColumn(texts: readonly string[]): TextColumn {
  return { kind: 'texts', texts, index: Uint32Array.from(texts.keys()) };
}
