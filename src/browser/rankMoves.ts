import { placeAt, revealingSpan } from '../layout/gridWindow';
import type { RankKeyAction } from './rankKeys';
import type { PlotBox } from './rankPlot';
import type { AxisPair, RankState } from './rankState';

/** Lines as high as this are not zoomed any further: then keys and wheel zoom the steps alone. */
const HIGH_LINE_PX = 28;

/** Zooms by `factor` around a place; lines that are high enough stay as they are. */
export function zoomAround(state: RankState, box: PlotBox, factor: number, anchor: AxisPair): void {
  const { from, to } = state.window.rows;
  const isHigh = box.height / (to - from) >= HIGH_LINE_PX;
  state.zoom({ columns: factor, rows: factor < 1 && isHigh ? 1 : factor }, anchor);
}

/** Zooms around the cursor if it is on show, else around the middle. */
export function zoomInPlace(state: RankState, box: PlotBox, factor: number): void {
  const { window, cursor, size } = state;
  const isSeen =
    cursor !== null &&
    revealingSpan(window.columns, cursor.column, size.columns) === window.columns &&
    revealingSpan(window.rows, cursor.line, size.rows) === window.rows;
  const anchor = isSeen
    ? { columns: cursor.column + 0.5, rows: cursor.line + 0.5 }
    : { columns: placeAt(window.columns, 0.5), rows: placeAt(window.rows, 0.5) };
  zoomAround(state, box, factor, anchor);
}

/**
 * Does what a key does to window, cursor and selection; false where there is nothing left to clear, so
 * that the key leaves the picture.
 */
export function actOnKey(state: RankState, box: PlotBox, action: RankKeyAction): boolean {
  const { window } = state;
  switch (action.type) {
    case 'zoom':
      zoomInPlace(state, box, action.factor);
      return true;
    case 'pan':
      state.pan({
        columns: action.columns * (window.columns.to - window.columns.from),
        rows: action.rows * (window.rows.to - window.rows.from)
      });
      return true;
    case 'walk':
      walk(state, action);
      return true;
    case 'fit':
      state.showAll();
      return true;
    case 'enter':
      if (state.cursor !== null) state.select(state.ranksOf(state.cursor.line)[0]);
      return true;
    case 'clear':
      return clear(state);
  }
}

/** The first key puts the cursor on the first cell on show, or on the picked rank. */
function walk(state: RankState, { columns, rows }: AxisPair): void {
  const { cursor, window, selected } = state;
  if (cursor !== null) {
    state.setCursor({ line: cursor.line + rows, column: cursor.column + columns });
    return;
  }
  const line = selected === null ? Math.ceil(window.rows.from) : state.lineOf(selected);
  state.setCursor({ line, column: Math.ceil(window.columns.from) });
}

function clear(state: RankState): boolean {
  if (state.cursor !== null) state.setCursor(null);
  else if (state.selected !== null) state.select(null);
  else if (!state.isWhole) state.showAll();
  else return false;
  return true;
}
