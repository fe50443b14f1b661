import { LINE_HEIGHT_PX } from './visibleLines';

/** Brings a line of the body into sight between the sticky header and the lower edge. */
export function scrollToLine(grid: HTMLElement, headerPx: number, line: number): void {
  const top = line * LINE_HEIGHT_PX;
  const room = Math.max(0, grid.clientHeight - headerPx - LINE_HEIGHT_PX);
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top > grid.scrollTop + room) grid.scrollTop = top - room;
}

/** Brings a cell into sight beside the sticky column, which is `stickyPx` wide and always there. */
export function scrollToCell(grid: HTMLElement, stickyPx: number, cell: HTMLElement): void {
  const left = cell.offsetLeft - stickyPx;
  const right = cell.offsetLeft + cell.offsetWidth - grid.clientWidth;
  if (left < grid.scrollLeft) grid.scrollLeft = left;
  else if (right > grid.scrollLeft) grid.scrollLeft = right;
}
