import { element } from 'kernelscope/web';
import { HEADER_ROW, VirtualRows } from '../../shared/grid/virtualRows';
import type { CellPosition } from './cellFocus';
import { type GridContext, LINE_HEIGHT_PX, headerRow, lineNode } from './gridNodes';
import type { SortState, TableLine } from './model';

export interface GridPicture {
  readonly lines: readonly TableLine[];
  readonly sort: SortState;
  readonly context: GridContext;
}

/**
 * The nodes of a grid: the column headers, and of the lines those in sight and the active one. One
 * cell is active: it takes the tab stop, and the focus when the grid has it. It outlives redrawing.
 */
export class GridSurface {
  readonly #grid: HTMLElement;
  readonly #header = element('div', { part: 'gridHeader', attributes: { role: 'rowgroup' } });
  readonly #body: VirtualRows;
  #picture: GridPicture;
  #column = 0;

  /** Fills `grid`, which scrolls. */
  constructor(grid: HTMLElement, picture: GridPicture) {
    this.#grid = grid;
    this.#picture = picture;
    this.#body = new VirtualRows({
      grid,
      header: this.#header,
      part: 'gridBody',
      rowPx: LINE_HEIGHT_PX,
      nodeOf: line => lineNode(this.#picture.lines[line], line, this.#picture.context),
      stopOf: node => this.#cellOf(node)
    });
    this.#draw(picture, HEADER_ROW);
  }

  /** The cell that the keys start from. */
  get active(): CellPosition {
    return { line: this.#body.active, column: this.#column };
  }

  /** Lines that Page Up and Page Down move by, ≥ 1. */
  get pageLines(): number {
    return this.#body.pageRows;
  }

  /** Draws another picture; scroll position, active cell and focus stay. */
  draw(picture: GridPicture): void {
    this.#draw(picture, this.#body.active);
  }

  /** Draws what came into sight; nothing, and no node changes, when all of it is there. */
  drawVisible(): void {
    this.#grid.classList.toggle('jp-mod-scrolled', this.#grid.scrollLeft > 0);
    this.#body.drawVisible();
  }

  /** Makes a cell the active one, scrolls it into sight and gives it the focus. */
  activate({ line, column }: CellPosition): void {
    this.#activeCell?.setAttribute('tabindex', '-1');
    this.#column = column;
    this.#body.activate(line);
    const cell = this.#activeCell;
    if (!cell) return;
    if (column > 0) this.#scrollTo(cell);
    cell.setAttribute('tabindex', '0');
    cell.focus({ preventScroll: true });
  }

  /** Scrolls the page around the grid as far as the active cell needs. */
  followOnPage(): void {
    this.#activeCell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  /** Scrolls a line into sight; the column headers always are. */
  reveal(line: number): void {
    this.#body.reveal(line);
  }

  #draw(picture: GridPicture, active: number): void {
    const { lines, sort, context } = picture;
    const isInHeader = this.#header.contains(document.activeElement);
    const hadFocus = isInHeader || this.#body.hasFocus;
    this.#picture = picture;
    this.#header.replaceChildren(headerRow(context, sort));
    this.#body.draw(lines.length, active);
    this.#activeCell?.setAttribute('tabindex', '0');
    if (hadFocus) this.#activeCell?.focus({ preventScroll: true });
  }

  get #activeCell(): HTMLElement | null {
    const { active } = this.#body;
    if (active !== HEADER_ROW) return this.#body.stopAt(active);
    return this.#cellOf(this.#header);
  }

  /** The cell of the active column in a line, or the only one of a line that has no columns. */
  #cellOf(line: HTMLElement): HTMLElement {
    const cell = line.querySelector<HTMLElement>(`[data-column="${this.#column}"]`);
    return cell ?? line.querySelector<HTMLElement>('[data-column]') ?? line;
  }

  /** Brings a cell into sight beside the sticky column of names, which is always there. */
  #scrollTo(cell: HTMLElement): void {
    const names = this.#header.querySelector<HTMLElement>('[data-column="0"]');
    const left = cell.offsetLeft - (names?.offsetWidth ?? 0);
    const right = cell.offsetLeft + cell.offsetWidth - this.#grid.clientWidth;
    if (left < this.#grid.scrollLeft) this.#grid.scrollLeft = left;
    else if (right > this.#grid.scrollLeft) this.#grid.scrollLeft = right;
  }
}
