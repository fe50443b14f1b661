import { describe, expect, it } from 'vitest';
import {
  COLOR_STEPS,
  PixelScratch,
  type RankGrid,
  coarseGrid,
  colorOfStep,
  colorRange,
  colorStep,
  drawGridPixels,
  gridLevels,
  gridRowSize,
  isWholeWindow,
  legendMultiples,
  movedSpan,
  ranksOfRow,
  revealingSpan,
  rowOfRank,
  wholeWindow,
  zoomedSpan
} from '../../../src/layout';

function gridOf(rows: readonly (readonly number[])[]): RankGrid {
  return {
    run: 0,
    ranks: rows.map((_, rank) => 10 + rank),
    rowSize: 1,
    rows: rows.length,
    phases: rows[0].map((_, at) => ({ first: at, last: at, medianNs: 100 + at })),
    multiples: Float32Array.from(rows.flat())
  };
}

/** The highest of the cells between the edges of each pixel, found one by one. */
function expectedSteps(grid: RankGrid, width: number, height: number): number[] {
  const range = colorRange(grid.multiples);
  const columns = grid.phases.length;
  return Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const from = Math.floor((x * columns) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * columns) / width));
    const top = Math.floor((y * grid.rows) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * grid.rows) / height));
    let step = 0;
    for (let row = top; row < bottom; row++) {
      for (let column = from; column < to; column++) {
        step = Math.max(step, colorStep(grid.multiples[row * columns + column], range));
      }
    }
    return step;
  });
}

function drawn(grid: RankGrid, width: number, height: number): number[] {
  const order = Array.from({ length: grid.rows }, (_, row) => row);
  const levels = gridLevels(grid, order, colorRange(grid.multiples));
  const steps = new Uint8Array(width * height);
  const window = wholeWindow({ rows: grid.rows, columns: grid.phases.length });
  drawGridPixels(levels, window, { width, height, steps }, new PixelScratch());
  return [...steps];
}

describe('a grid of ranks', () => {
  it('has as many ranks a row as keep it within its limit', () => {
    expect([1, 4096, 4097, 8192, 8193].map(gridRowSize)).toEqual([1, 1, 2, 2, 3]);
  });

  it('knows the row of a rank and the ranks of a row', () => {
    const grid = { ...gridOf([[1], [1]]), ranks: [10, 11, 14], rowSize: 2 };
    expect([10, 11, 14, 12].map(rank => rowOfRank(grid, rank))).toEqual([0, 0, 1, -1]);
    expect(ranksOfRow(grid, 0)).toEqual([10, 11]);
    expect(ranksOfRow(grid, 1)).toEqual([14]);
  });

  it('becomes coarser by the highest of neighbours, and leaves empty what is empty', () => {
    const grid = gridOf([
      [1, 2, NaN, NaN, 5],
      [3, 1, NaN, NaN, 1],
      [1, 1, 1, 7, 1]
    ]);
    const coarse = coarseGrid(grid, 2, 3);
    expect([...coarse.multiples]).toEqual([3, NaN, 5, 1, 7, 1]);
    expect(coarse.phases).toEqual([
      { first: 0, last: 1, medianNs: 101 },
      { first: 2, last: 3, medianNs: 103 },
      { first: 4, last: 4, medianNs: 104 }
    ]);
    expect(coarse).toMatchObject({ rows: 2, rowSize: 2 });
    expect(coarseGrid(grid, 3, 5)).toBe(grid);
  });
});

describe('the picture of a grid', () => {
  const many = gridOf(
    Array.from({ length: 64 }, (_, row) =>
      Array.from({ length: 96 }, (_, column) => (row === 37 && column === 61 ? 3 : 1))
    )
  );

  it.each([
    [96, 64],
    [48, 32],
    [24, 16],
    [12, 64],
    [96, 4],
    [1, 1]
  ])('has in %i × %i pixels the highest of the cells in each', (width, height) => {
    expect(drawn(many, width, height)).toEqual(expectedSteps(many, width, height));
  });

  it.each([
    [31, 17],
    [50, 7],
    [7, 50]
  ])('shows one late cell also in %i × %i pixels, which are no fraction', (width, height) => {
    const late = drawn(many, width, height).filter(step => step > 200);
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThanOrEqual(9);
  });

  it('repeats cells that are larger than pixels, apart from each other', () => {
    const grid = gridOf([
      [1, 2],
      [NaN, 1]
    ]);
    const [width, height] = [40, 40];
    const steps = drawn(grid, width, height);
    const at = (x: number, y: number): number => steps[y * width + x];
    const range = colorRange(grid.multiples);
    expect([at(5, 5), at(25, 5), at(5, 25), at(25, 25)]).toEqual(
      [1, 2, NaN, 1].map(multiple => colorStep(multiple, range))
    );
    expect([at(19, 5), at(25, 19)]).toEqual([0, 0]);
  });

  it('has the lines in the order asked for', () => {
    const grid = gridOf([
      [1, 1],
      [2, 2]
    ]);
    const [[{ steps }]] = gridLevels(grid, [1, 0], colorRange(grid.multiples));
    expect(steps[0]).toBeGreaterThan(steps[2]);
  });

  it('has levels down to one cell, all together less than four times the first', () => {
    const levels = gridLevels(many, [0], { low: 0.8, high: 2 });
    const last = levels[levels.length - 1];
    expect(last[last.length - 1]).toMatchObject({ rows: 1, columns: 1 });
    const cells = levels.flat().reduce((sum, { steps }) => sum + steps.length, 0);
    expect(cells).toBeLessThan(4 * 64 * 96 * 1.1);
  });
});

describe('the colours of multiples', () => {
  const range = { low: 0.8, high: 2 };

  it('grow with the multiple, from the low end to the high one', () => {
    const steps = [0.5, 0.8, 0.9, 1, 1.1, 1.5, 2, 9].map(multiple => colorStep(multiple, range));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect([steps[0], steps[1], steps[6], steps[7]]).toEqual([1, 1, COLOR_STEPS, COLOR_STEPS]);
    expect(colorStep(NaN, range)).toBe(0);
  });

  it('grow lighter with each step, also for those who see no colours', () => {
    const lightness = Array.from({ length: COLOR_STEPS }, (_, at) => {
      const [red, green, blue] = colorOfStep(at + 1);
      return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2;
    });
    const falls = lightness.filter((value, at) => at > 0 && value < lightness[at - 1] * 0.999);
    expect(falls).toEqual([]);
  });

  it('end where almost all cells are, however late a single one is', () => {
    const multiples = new Float32Array(10_000).fill(1);
    multiples[5] = 40;
    expect(colorRange(multiples).high).toBe(1.25);
    expect(colorRange(multiples.fill(1.4)).high).toBe(1.5);
    expect(colorRange(multiples.fill(40)).high).toBe(10);
    expect(colorRange(new Float32Array(3).fill(NaN))).toEqual({ low: 0.8, high: 1.25 });
  });

  it('have numbers in the legend, in order and each once', () => {
    expect(legendMultiples({ low: 0.8, high: 1.25 })).toEqual([0.8, 1, 1.1, 1.25]);
    expect(legendMultiples({ low: 0.8, high: 3 })).toEqual([0.8, 1, 1.25, 1.5, 2, 3]);
  });
});

describe('the window of a grid', () => {
  it('keeps the place under the pointer while it zooms', () => {
    const { from, to } = zoomedSpan({ from: 0, to: 100 }, 0.5, 25, 100);
    expect([from, to]).toEqual([12.5, 62.5]);
    expect((25 - from) / (to - from)).toBe(0.25);
  });

  it('stays within the grid, and shows some cells at least', () => {
    expect(zoomedSpan({ from: 0, to: 10 }, 0.001, 5, 10)).toEqual({ from: 3, to: 7 });
    expect(zoomedSpan({ from: 0, to: 2 }, 0.1, 1, 2)).toEqual({ from: 0, to: 2 });
    expect(zoomedSpan({ from: 4, to: 8 }, 100, 6, 10)).toEqual({ from: 0, to: 10 });
    expect(movedSpan({ from: 2, to: 6 }, -9, 10)).toEqual({ from: 0, to: 4 });
    expect(movedSpan({ from: 2, to: 6 }, 9, 10)).toEqual({ from: 6, to: 10 });
  });

  it('moves no further than it takes to show a cell', () => {
    const span = { from: 2, to: 6 };
    expect(revealingSpan(span, 3, 10)).toBe(span);
    expect(revealingSpan(span, 1, 10)).toEqual({ from: 1, to: 5 });
    expect(revealingSpan(span, 6, 10)).toEqual({ from: 3, to: 7 });
  });

  it('knows whether it is the whole', () => {
    const size = { rows: 3, columns: 5 };
    const whole = wholeWindow(size);
    expect(isWholeWindow(whole, size)).toBe(true);
    expect(isWholeWindow({ ...whole, rows: { from: 0, to: 2 } }, size)).toBe(false);
  });
});
