/** Finds the rows of slices in a table that is sorted by slice; slices are requested in that order. */
export class RowsOfSlices {
  #at = 0;

  /** `slice` is the table's column of slices. */
  constructor(private readonly slice: Uint32Array) {}

  // hot
  /** The first row of a slice; the row of a later slice, or the table's length, if it has none. */
  first(slice: number): number {
    const { slice: column } = this;
    while (this.#at < column.length && column[this.#at] < slice) this.#at++;
    return this.#at;
  }
}
