/** Rows and columns of a grid at most; where a run has more, neighbours share a row or column. */
export const GRID_LIMITS = { rows: 4096, columns: 1024 } as const;

/** Neighbouring phases in one column of a {@link RankGrid}; mostly one. */
export interface GridPhases {
  readonly first: number;
  readonly last: number;
  /** The median time of the ranks, nanoseconds; of several phases the highest. */
  readonly medianNs: number;
}

/**
 * The time of each rank in each phase of a run, as a multiple of the phase's median. A cell of several
 * ranks or phases has their highest multiple.
 */
export interface RankGrid {
  readonly run: number;
  /** All ranks of the run, ascending; `rowSize` of them share a row. */
  readonly ranks: readonly number[];
  readonly rowSize: number;
  readonly rows: number;
  /** One for each column. */
  readonly phases: readonly GridPhases[];
  /** Rows one after the other; NaN where nothing was recorded. */
  readonly multiples: Float32Array;
}

/** The number of ranks that share a row. */
export function gridRowSize(ranks: number): number {
  return Math.max(1, Math.ceil(ranks / GRID_LIMITS.rows));
}

/** The ranks of a row; the last row may have fewer. */
export function ranksOfRow({ ranks, rowSize }: RankGrid, row: number): readonly number[] {
  return ranks.slice(row * rowSize, (row + 1) * rowSize);
}

/** The row of a rank; −1 for one that the run does not have. */
export function rowOfRank({ ranks, rowSize }: RankGrid, rank: number): number {
  const at = ranks.indexOf(rank);
  return at < 0 ? -1 : Math.floor(at / rowSize);
}

/** The multiple at a cell; NaN where nothing was recorded. */
export function multipleAt({ multiples, phases }: RankGrid, row: number, column: number): number {
  return multiples[row * phases.length + column];
}

/**
 * A grid with `rows` and `columns` at most: neighbours share a cell, which has their highest multiple.
 * Returns `grid` itself if it is small enough.
 */
export function coarseGrid(grid: RankGrid, rows: number, columns: number): RankGrid {
  const down = Math.ceil(grid.rows / rows);
  const across = Math.ceil(grid.phases.length / columns);
  if (down <= 1 && across <= 1) return grid;
  const phases = groups(grid.phases, across).map(joinedPhases);
  const height = Math.ceil(grid.rows / down);
  const multiples = new Float32Array(height * phases.length).fill(NaN);
  grid.multiples.forEach((multiple, at) => {
    const row = Math.floor(Math.floor(at / grid.phases.length) / down);
    const cell = row * phases.length + Math.floor((at % grid.phases.length) / across);
    const isHigher = !(multiples[cell] >= multiple) && !Number.isNaN(multiple);
    if (isHigher) multiples[cell] = multiple;
  });
  return { ...grid, rowSize: grid.rowSize * down, rows: height, phases, multiples };
}

function groups<T>(items: readonly T[], size: number): (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function joinedPhases(phases: readonly GridPhases[]): GridPhases {
  return {
    first: phases[0].first,
    last: phases[phases.length - 1].last,
    medianNs: Math.max(...phases.map(({ medianNs }) => medianNs))
  };
}
