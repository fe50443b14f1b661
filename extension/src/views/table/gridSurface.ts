import { element } from '../../shared/elements/dom';
import type { CellPosition } from './cellFocus';
import { HEADER_LINE } from './cellFocus';
import type { GridContext } from './gridNodes';
import { headerRow, lineNode } from './gridNodes';
import type { SortState, TableLine } from './model';
import { scrollToCell, scrollToLine } from './scrolling';
import type { LineRange } from './visibleLines';
import { LINE_HEIGHT_PX, visibleLines } from './visibleLines';

/** The options of {@link GridSurface}. */
export interface GridPicture {
  readonly lines: readonly TableLine[];
  readonly sort: SortState;
  readonly context: GridContext;
}

/** Height that is drawn while the page has not laid the grid out yet, pixels. */
const ASSUMED_HEIGHT_PX = 420;

/**
 * The nodes of a grid: the column headers, and of the lines those in sight and the active one. One
 * cell is active: it takes the tab stop, and the focus when the grid has it. It outlives redrawing.
 */
export class GridSurface {
  readonly #grid: HTMLElement;
  readonly #header = element('div', { part: 'gridHeader', attributes: { role: 'rowgroup' } });
  readonly #body = element('div', { part: 'gridBody', attributes: { role: 'rowgroup' } });
  #picture: GridPicture;
  #drawn: LineRange = { from: 0, to: 0 };
  #active: CellPosition = { line: HEADER_LINE, column: 0 };

  /** Fills `grid`, which scrolls. */
  constructor(grid: HTMLElement, picture: GridPicture) {
    this.#grid = grid;
    this.#picture = picture;
    grid.append(this.#header, this.#body);
    this.draw(picture);
  }

  /** The cell that the keys start from. */
  get active(): CellPosition {
    return this.#active;
  }

  /** Lines that Page Up and Page Down move by, ≥ 1. */
  get pageLines(): number {
    return Math.max(1, Math.floor(this.#grid.clientHeight / LINE_HEIGHT_PX) - 2);
  }

  /** Draws another picture; scroll position, active cell and focus stay. */
  draw(picture: GridPicture): void {
    const { lines, sort, context } = picture;
    this.#picture = picture;
    this.#grid.setAttribute('aria-rowcount', String(lines.length + 1));
    this.#body.style.height = `${lines.length * LINE_HEIGHT_PX}px`;
    const { line, column } = this.#active;
    this.#active = { line: Math.min(line, lines.length - 1), column };
    this.#keepingFocus(() => {
      this.#header.replaceChildren(headerRow(context, sort));
      this.#replaceLines();
    });
  }

  /** Draws what came into sight; nothing, and no node changes, when all of it is there. */
  drawVisible(): void {
    this.#grid.classList.toggle('jp-mod-scrolled', this.#grid.scrollLeft > 0);
    const { from, to } = this.#linesInView();
    if (from === this.#drawn.from && to === this.#drawn.to) return;
    this.#keepingFocus(() => this.#replaceLines());
  }

  /** Makes a cell the active one, scrolls it into sight and gives it the focus. */
  activate(position: CellPosition): void {
    this.#cellAt(this.#active)?.setAttribute('tabindex', '-1');
    this.#active = position;
    this.reveal(position.line);
    const cell = this.#cellAt(position);
    if (!cell) return;
    if (position.column > 0) scrollToCell(this.#grid, this.#nameWidthPx, cell);
    cell.setAttribute('tabindex', '0');
    cell.focus({ preventScroll: true });
  }

  /** Scrolls a line into sight; the column headers always are. */
  reveal(line: number): void {
    if (line !== HEADER_LINE) scrollToLine(this.#grid, this.#header.offsetHeight, line);
    this.drawVisible();
  }

  #linesInView(): LineRange {
    const heightPx = this.#grid.clientHeight || ASSUMED_HEIGHT_PX;
    return visibleLines(this.#grid.scrollTop, heightPx, this.#picture.lines.length);
  }

  #replaceLines(): void {
    const { lines, context } = this.#picture;
    this.#drawn = this.#linesInView();
    const { from, to } = this.#drawn;
    const nodes = lines.slice(from, to).map((line, index) => lineNode(line, from + index, context));
    const { line } = this.#active;
    const activeIsOutside = line !== HEADER_LINE && (line < from || line >= to);
    if (activeIsOutside) nodes.push(lineNode(lines[line], line, context));
    this.#body.replaceChildren(...nodes);
  }

  /** Redraws, and gives the focus back to the active cell if the grid had it. */
  #keepingFocus(redraw: () => void): void {
    const hadFocus = this.#grid.contains(document.activeElement);
    redraw();
    const cell = this.#cellAt(this.#active);
    cell?.setAttribute('tabindex', '0');
    if (hadFocus) cell?.focus({ preventScroll: true });
  }

  #cellAt({ line, column }: CellPosition): HTMLElement | null {
    const row = this.#grid.querySelector(`[data-line="${line}"]`);
    const cell = row?.querySelector<HTMLElement>(`[data-column="${column}"]`);
    return cell ?? row?.querySelector<HTMLElement>('[data-column]') ?? null;
  }

  get #nameWidthPx(): number {
    return this.#header.querySelector<HTMLElement>('[data-column="0"]')?.offsetWidth ?? 0;
  }
}
