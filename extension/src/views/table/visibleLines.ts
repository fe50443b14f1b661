/** Height of every line of the table, CSS pixels; `table.css` uses the same number. */
export const LINE_HEIGHT_PX = 24;

/** Lines drawn above and below what is visible, so that scrolling shows no gaps. */
const MARGIN_LINES = 8;

/** A half-open range of lines. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The lines to have in the document for a scroll position; at most a screenful and its margins. */
export function visibleLines(
  scrollTopPx: number,
  viewportPx: number,
  lineCount: number
): LineRange {
  const first = Math.floor(scrollTopPx / LINE_HEIGHT_PX) - MARGIN_LINES;
  const last = Math.ceil((scrollTopPx + viewportPx) / LINE_HEIGHT_PX) + MARGIN_LINES;
  const from = Math.min(Math.max(0, first), lineCount);
  return { from, to: Math.min(Math.max(from, last), lineCount) };
}
