import { type ColorRange, colorScale } from './rankColors';
import type { RankGrid } from './rankGrid';

/** Steps of colour of a grid or of a coarser form of it, rows one after the other. */
export interface GridLevel {
  readonly rows: number;
  readonly columns: number;
  readonly steps: Uint8Array;
}

/**
 * A grid's colours in all sizes, each half as high or half as wide as another: `levels[down][across]`. A
 * cell has the highest step of those that it stands for, so that one late cell is seen from afar. All
 * together are less than four times the size of the first.
 */
export type GridLevels = readonly (readonly GridLevel[])[];

/** The levels of a grid; `order` gives for each line of the picture its row in the grid. */
export function gridLevels(
  { multiples, phases, rows }: RankGrid,
  order: readonly number[],
  range: ColorRange
): GridLevels {
  const columns = phases.length;
  const steps = new Uint8Array(rows * columns);
  const stepOf = colorScale(range);
  order.forEach((row, line) => {
    for (let column = 0; column < columns; column++) {
      steps[line * columns + column] = stepOf(multiples[row * columns + column]);
    }
  });
  const levels: GridLevel[][] = [];
  let first: GridLevel = { rows, columns, steps };
  for (;;) {
    const across = [first];
    while (across[across.length - 1].columns > 1) {
      across.push(halfAsWide(across[across.length - 1]));
    }
    levels.push(across);
    if (first.rows <= 1) return levels;
    first = halfAsHigh(first);
  }
}

function halfAsWide({ rows, columns, steps }: GridLevel): GridLevel {
  const half = Math.ceil(columns / 2);
  const coarse = new Uint8Array(rows * half);
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * columns, row * half];
    for (let column = 0; column < columns; column++) {
      const at = to + (column >> 1);
      coarse[at] = Math.max(coarse[at], steps[from + column]);
    }
  }
  return { rows, columns: half, steps: coarse };
}

function halfAsHigh({ rows, columns, steps }: GridLevel): GridLevel {
  const half = Math.ceil(rows / 2);
  const coarse = new Uint8Array(half * columns);
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * columns, (row >> 1) * columns];
    for (let column = 0; column < columns; column++) {
      coarse[to + column] = Math.max(coarse[to + column], steps[from + column]);
    }
  }
  return { rows: half, columns, steps: coarse };
}
