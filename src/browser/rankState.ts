import type { CrossRankContent } from '../formats/bundle/crossRankBundle';
import {
  type GridCell,
  type GridSpan,
  type GridWindow,
  isWholeWindow,
  movedSpan,
  revealingSpan,
  wholeWindow,
  zoomedSpan
} from '../layout/gridWindow';
import { type GridLevels, gridLevels } from '../layout/gridLevels';
import { type ColorRange, colorRange, colorStep } from '../layout/rankColors';
import { type RankGrid, ranksOfRow, rowOfRank } from '../layout/rankGrid';
import type { CrossRankRun, RankFigures } from '../report/crossRank/crossRankReport';

/** The order of the lines from top to bottom. */
export type RankOrder = 'rank' | 'pace';

/** The kind of a change: to the picture alone, or to the text about it as well. */
export type RankChange = 'window' | 'cursor' | 'selection' | 'order';

/** One run on show: its grid, the window, the cell of the keyboard, and the rank that was picked. */
export class RankState {
  readonly range: ColorRange;
  readonly figures: ReadonlyMap<number, RankFigures>;
  /** Neighbouring rows whose ranks ran on one host, in the order of ranks. */
  readonly hosts: readonly GridSpan[];
  levels: GridLevels;
  /** The row of the grid of each line. */
  lines: readonly number[];
  /** The color of each line's pace, as in the grid. */
  paceSteps: Uint8Array;
  window: GridWindow;
  cursor: GridCell | null = null;
  selected: number | null = null;
  order: RankOrder = 'rank';

  constructor(
    readonly content: CrossRankContent,
    readonly run: CrossRankRun,
    readonly grid: RankGrid,
    private readonly onChange: (change: RankChange) => void
  ) {
    this.figures = new Map(run.ranks.map(figures => [figures.rank, figures]));
    this.hosts = hostSpans(grid, this.figures);
    this.range = colorRange(grid.multiples);
    this.lines = this.#orderedRows();
    this.levels = gridLevels(grid, this.lines, this.range);
    this.paceSteps = this.#lineSteps();
    this.window = wholeWindow(this.size);
  }

  get size(): { readonly rows: number; readonly columns: number } {
    return { rows: this.grid.rows, columns: this.grid.phases.length };
  }

  get isWhole(): boolean {
    return isWholeWindow(this.window, this.size);
  }

  /** Sorts the lines; the cursor goes with its rank. */
  setOrder(order: RankOrder): void {
    if (order === this.order) return;
    const row = this.cursor === null ? null : this.lines[this.cursor.line];
    this.order = order;
    this.lines = this.#orderedRows();
    this.levels = gridLevels(this.grid, this.lines, this.range);
    this.paceSteps = this.#lineSteps();
    if (this.cursor !== null && row !== null) {
      this.cursor = { ...this.cursor, line: this.lines.indexOf(row) };
    }
    this.onChange('order');
  }

  setWindow(window: GridWindow): void {
    this.window = window;
    this.onChange('window');
  }

  showAll(): void {
    this.setWindow(wholeWindow(this.size));
  }

  /** Zooms each axis by its factor around a place. */
  zoom(factors: AxisPair, anchor: AxisPair): void {
    const { columns, rows } = this.size;
    this.setWindow({
      columns: zoomedSpan(this.window.columns, factors.columns, anchor.columns, columns),
      rows: zoomedSpan(this.window.rows, factors.rows, anchor.rows, rows)
    });
  }

  /** Moves the window by cells; returns false at the end of the grid, where nothing moves. */
  pan(by: AxisPair): boolean {
    const { columns, rows } = this.size;
    const window = {
      columns: movedSpan(this.window.columns, by.columns, columns),
      rows: movedSpan(this.window.rows, by.rows, rows)
    };
    const stays =
      isSame(window.columns, this.window.columns) && isSame(window.rows, this.window.rows);
    if (!stays) this.setWindow(window);
    return !stays;
  }

  /** Puts the cursor on a cell, which comes into sight; null takes it away. */
  setCursor(cell: GridCell | null): void {
    this.cursor = cell && this.#clamped(cell);
    if (this.cursor !== null) {
      const { line, column } = this.cursor;
      this.window = {
        columns: revealingSpan(this.window.columns, column, this.size.columns),
        rows: revealingSpan(this.window.rows, line, this.size.rows)
      };
    }
    this.onChange('cursor');
  }

  /** Picks a rank, or none. */
  select(rank: number | null): void {
    this.selected = rank;
    this.onChange('selection');
  }

  /** The line of a rank; −1 for one that the run does not have. */
  lineOf(rank: number): number {
    const row = rowOfRank(this.grid, rank);
    return row < 0 ? -1 : this.lines.indexOf(row);
  }

  /** The ranks of a line, the one with the highest pace first. */
  ranksOf(line: number): readonly number[] {
    const ranks = ranksOfRow(this.grid, this.lines[line]);
    return [...ranks].sort((a, b) => this.#paceOf(b) - this.#paceOf(a));
  }

  /** The column of a phase; −1 if there is none. */
  columnOf(phase: number): number {
    return this.grid.phases.findIndex(({ first, last }) => phase >= first && phase <= last);
  }

  #clamped({ line, column }: GridCell): GridCell {
    const { rows, columns } = this.size;
    return {
      line: Math.min(rows - 1, Math.max(0, line)),
      column: Math.min(columns - 1, Math.max(0, column))
    };
  }

  #orderedRows(): readonly number[] {
    const rows = Array.from({ length: this.grid.rows }, (_, row) => row);
    if (this.order === 'rank') return rows;
    const paces = rows.map(row => this.#rowPace(row));
    return rows.sort((a, b) => paces[b] - paces[a] || a - b);
  }

  #rowPace(row: number): number {
    return Math.max(...ranksOfRow(this.grid, row).map(rank => this.#paceOf(rank)));
  }

  #paceOf(rank: number): number {
    return this.figures.get(rank)?.pace ?? 0;
  }

  #lineSteps(): Uint8Array {
    return Uint8Array.from(this.lines, row => {
      const pace = this.#rowPace(row);
      return colorStep(pace > 0 ? pace : NaN, this.range);
    });
  }
}

export interface AxisPair {
  readonly columns: number;
  readonly rows: number;
}

function hostSpans(
  { ranks, rowSize, rows }: RankGrid,
  figures: ReadonlyMap<number, RankFigures>
): GridSpan[] {
  const spans: GridSpan[] = [];
  let from = 0;
  for (let row = 1; row <= rows; row++) {
    const hostOf = (at: number): string | undefined => figures.get(ranks[at * rowSize])?.host;
    if (row < rows && hostOf(row) === hostOf(from)) continue;
    spans.push({ from, to: row });
    from = row;
  }
  return spans;
}

function isSame(a: GridSpan, b: GridSpan): boolean {
  return a.from === b.from && a.to === b.to;
}
