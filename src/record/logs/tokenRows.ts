/**
 * Removes the rows of slices that are no longer kept: those whose token is below `oldest`. `columns`
 * are as long as `tokens` and lose the same rows; the others stay in order. Returns the number of
 * remaining rows.
 */
function forgetRowsBefore(
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

/** The number of rows for which a {@link TokenRoom} has room at first, and at most. */
export interface RoomLimits {
  readonly first: number;
  readonly most: number;
}

/** Bounds the rows of a log of slices: old rows go before there is room for more. */
export class TokenRoom {
  #rows: number;

  /** `oldestToken` returns the oldest slice that is still kept. */
  constructor(
    private readonly oldestToken: () => number,
    private readonly limits: RoomLimits
  ) {
    this.#rows = limits.first;
  }

  /** True if so many rows fill it. */
  isFull(rows: number): boolean {
    return rows >= this.#rows;
  }

  /** Removes the rows of slices that are no longer kept, then doubles the room up to the limit; true if there is any. */
  make(tokens: number[], ...columns: readonly unknown[][]): boolean {
    const { first, most } = this.limits;
    const kept = forgetRowsBefore(this.oldestToken(), tokens, ...columns);
    this.#rows = Math.min(most, Math.max(first, 2 * kept));
    return kept < this.#rows;
  }

  /** The rows were forgotten. */
  clear(): void {
    this.#rows = this.limits.first;
  }
}
