import { element } from 'kernelscope/web';

/** The row of the headings, above row 0. */
export const HEADER_ROW = -1;

/** Rows drawn above and below what is in sight, so that scrolling shows no gaps. */
const MARGIN_ROWS = 8;

/** Height that is drawn while the page has not laid the grid out yet, pixels. */
const ASSUMED_HEIGHT_PX = 720;

/** Grids with fewer rows are as high as these: whoever scrolls the page is not caught in them. */
const LONG_ROWS = 30;

/** The dependencies of {@link VirtualRows}. */
export interface VirtualRowsOptions {
  /** The node that scrolls; the rows are appended to it. */
  readonly grid: HTMLElement;
  /** The headings, which stay in sight above the rows. */
  readonly header: HTMLElement;
  /** Suffix of the class of the node around the rows. */
  readonly part: string;
  /** Height of every row, CSS pixels. */
  readonly rowPx: number;
  readonly nodeOf: (row: number) => HTMLElement;
  /** The node that takes the tab stop and the focus of a row; the row itself by default. */
  readonly stopOf?: (node: HTMLElement) => HTMLElement;
}

/** A half-open range of rows. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The rows of a grid, of which those in sight and the active one are in the document. The active row has
 * the tab stop, and the focus when the rows have it; it outlives scrolling and redrawing.
 */
export class VirtualRows {
  readonly #options: VirtualRowsOptions;
  readonly #body: HTMLElement;
  readonly #nodes = new Map<number, HTMLElement>();
  #count = 0;
  #active = 0;
  #drawn: RowRange = { from: 0, to: 0 };

  constructor(options: VirtualRowsOptions) {
    this.#options = options;
    this.#body = element('div', { part: options.part, attributes: { role: 'rowgroup' } });
    options.grid.append(options.header, this.#body);
  }

  get count(): number {
    return this.#count;
  }

  /** The row that the keys start from; {@link HEADER_ROW} while they are at the headings. */
  get active(): number {
    return this.#active;
  }

  /** The number of rows that Page Up and Page Down move by, ≥ 1. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#options.grid.clientHeight / this.#options.rowPx) - 2);
  }

  /** True while one of the rows has the focus. */
  get hasFocus(): boolean {
    return this.#body.contains(document.activeElement);
  }

  /** Draws `count` rows anew, of which `active` is the active one. */
  draw(count = this.#count, active = this.#active): void {
    const { grid, rowPx } = this.#options;
    this.#count = count;
    this.#active = Math.max(HEADER_ROW, Math.min(count - 1, active));
    this.#body.style.height = `${count * rowPx}px`;
    grid.setAttribute('aria-rowcount', String(count + 1));
    grid.classList.toggle('jp-mod-long', count >= LONG_ROWS);
    this.#replaceRows();
  }

  /** Draws what came into sight; nothing, and no node changes, when all of it is there. */
  drawVisible(): void {
    const { from, to } = this.#inSight();
    if (from !== this.#drawn.from || to !== this.#drawn.to) this.#replaceRows();
  }

  /** Makes a row the active one, and brings it into sight. */
  activate(row: number): void {
    this.stopAt(this.#active)?.setAttribute('tabindex', '-1');
    this.#active = Math.max(HEADER_ROW, Math.min(this.#count - 1, row));
    this.reveal(this.#active);
    if (!this.#nodes.has(this.#active)) this.#replaceRows();
    this.stopAt(this.#active)?.setAttribute('tabindex', '0');
  }

  /** Gives the active row the focus. */
  focus(): void {
    this.stopAt(this.#active)?.focus({ preventScroll: true });
  }

  /** Brings a row into sight; scrolls the grid, never the page around it. */
  reveal(row: number): void {
    if (row !== HEADER_ROW) this.#scrollTo(row);
    this.drawVisible();
  }

  /** The node of a row that takes the tab stop and the focus, if the row is in the document. */
  stopAt(row: number): HTMLElement | null {
    const node = this.#nodes.get(row);
    return node === undefined ? null : (this.#options.stopOf?.(node) ?? node);
  }

  #scrollTo(row: number): void {
    const { grid, header, rowPx } = this.#options;
    const top = row * rowPx;
    const room = Math.max(0, grid.clientHeight - header.offsetHeight - rowPx);
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top > grid.scrollTop + room) grid.scrollTop = top - room;
  }

  #inSight(): RowRange {
    const { grid, rowPx } = this.#options;
    const lowest = grid.scrollTop + (grid.clientHeight || ASSUMED_HEIGHT_PX);
    const from = this.#within(Math.floor(grid.scrollTop / rowPx) - MARGIN_ROWS);
    return { from, to: Math.max(from, this.#within(Math.ceil(lowest / rowPx) + MARGIN_ROWS)) };
  }

  #within(row: number): number {
    return Math.max(0, Math.min(this.#count, row));
  }

  #replaceRows(): void {
    const { hasFocus } = this;
    this.#drawn = this.#inSight();
    const { from, to } = this.#drawn;
    const rows = Array.from({ length: to - from }, (_, index) => from + index);
    const isOutside = this.#active < from || this.#active >= to;
    if (isOutside && this.#active >= 0) rows.push(this.#active);
    this.#nodes.clear();
    for (const row of rows) this.#nodes.set(row, this.#nodeOf(row));
    this.#body.replaceChildren(...this.#nodes.values());
    this.stopAt(this.#active)?.setAttribute('tabindex', '0');
    if (hasFocus) this.focus();
  }

  #nodeOf(row: number): HTMLElement {
    const node = this.#options.nodeOf(row);
    node.style.top = `${row * this.#options.rowPx}px`;
    return node;
  }
}

/** Where a key leads from `row`; null for keys that move through no rows. */
export function rowAfter(
  key: string,
  row: number,
  { count, pageRows }: Pick<VirtualRows, 'count' | 'pageRows'>
): number | null {
  const within = (wanted: number): number => Math.max(0, Math.min(count - 1, wanted));
  switch (key) {
    case 'ArrowUp':
      return within(row - 1);
    case 'ArrowDown':
      return within(row + 1);
    case 'PageUp':
      return within(row - pageRows);
    case 'PageDown':
      return within(row + pageRows);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}
