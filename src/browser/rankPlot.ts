import { type GridCell, placeAt, shareOf } from '../layout/gridWindow';
import type { RankState } from './rankState';

/** The place of the cells on the canvas, CSS pixels. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Room around the cells: for the ranks' numbers, their paces, the numbers of steps, and headings. */
const GUTTER_PX = 60;
const STRIP_PX = 34;
const AXIS_PX = 22;
const TOP_PX = 18;

/** Width of the column with the paces. */
export const PACE_PX = 14;

/** The place of the cells on a canvas of this size. */
export function plotBox(widthPx: number, heightPx: number): PlotBox {
  return {
    left: GUTTER_PX,
    top: TOP_PX,
    width: Math.max(1, Math.floor(widthPx - GUTTER_PX - STRIP_PX)),
    height: Math.max(1, Math.floor(heightPx - AXIS_PX - TOP_PX))
  };
}

/** The place of a point of the canvas in the grid, also beyond its ends. */
export function placeOf(
  { window }: RankState,
  box: PlotBox,
  x: number,
  y: number
): { readonly column: number; readonly line: number } {
  return {
    column: placeAt(window.columns, (x - box.left) / box.width),
    line: placeAt(window.rows, (y - box.top) / box.height)
  };
}

/** A cell under a point; null in `column` over the ranks' numbers or paces. */
export interface PlotTarget {
  readonly line: number;
  readonly column: number | null;
}

/** The line, and the cell if it is over one, at a point of the canvas. */
export function targetAt(state: RankState, box: PlotBox, x: number, y: number): PlotTarget | null {
  if (y < box.top || y >= box.top + box.height) return null;
  const { column, line } = placeOf(state, box, x, y);
  const isInPlot = x >= box.left && x < box.left + box.width;
  const whole = Math.min(state.size.rows - 1, Math.floor(line));
  if (!isInPlot) return { line: whole, column: null };
  return { line: whole, column: Math.min(state.size.columns - 1, Math.floor(column)) };
}

/** The place of a cell on the canvas. */
export function cellBox({ window }: RankState, box: PlotBox, { line, column }: GridCell): PlotBox {
  const x = (place: number): number => box.left + shareOf(window.columns, place) * box.width;
  const y = (place: number): number => box.top + shareOf(window.rows, place) * box.height;
  return {
    left: x(column),
    top: y(line),
    width: x(column + 1) - x(column),
    height: y(line + 1) - y(line)
  };
}

/** 1, 2, 5, 10, 20, …: the first that is at least `least`. */
export function tickStep(least: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].find(digit => digit * power >= least);
    if (step !== undefined) return step * power;
  }
}
