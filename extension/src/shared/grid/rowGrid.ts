import { element } from '../elements/dom';
import type { GridColumn, RowSource } from './rowGridNodes';
import { headerRow, ROW_HEIGHT_PX, rowNode } from './rowGridNodes';

/** The dependencies of {@link RowGrid}. */
export interface RowGridOptions {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** A person clicked a row, or pressed Enter or Space on it. */
  readonly onPick: (row: number) => void;
  /** Likewise the heading of a column that has a `sort`. */
  readonly onSort?: (column: number) => void;
}

/** Rows drawn above and below what is in sight, so that scrolling shows no gaps. */
const MARGIN_ROWS = 10;

/** Height that is drawn while the page has not laid the grid out yet, pixels. */
const ASSUMED_HEIGHT_PX = 420;

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/** Place of the headings above the rows. */
const HEADER_ROW = -1;

/**
 * An ARIA grid whose rows are picked: by click, or with the arrow keys, Home, End, Page Up and Page
 * Down and then Enter or Space. Headings that order the rows are above the first row: there the keys
 * move from heading to heading. Exactly one row or heading is in the tab order. Only the rows in
 * sight are in the document.
 */
export class RowGrid {
  readonly node: HTMLElement;
  readonly #options: RowGridOptions;
  readonly #header = element('div', { part: 'rowGridHeader', attributes: { role: 'rowgroup' } });
  readonly #body = element('div', { part: 'rowGridBody', attributes: { role: 'rowgroup' } });
  #columns: readonly GridColumn[] = [];
  #rows: RowSource = [];
  /** Nodes in place of the text of the last column, by row. */
  #code: readonly (readonly Node[])[] = [];
  #active = 0;
  /** Which of the headings that order rows the keys are at. */
  #heading = 0;
  #selected: number | null = null;

  constructor(options: RowGridOptions) {
    this.#options = options;
    const attributes = { role: 'grid', 'aria-label': options.label, 'aria-readonly': 'true' };
    this.node = element('div', { part: 'rowGrid', attributes }, [this.#header, this.#body]);
    this.node.addEventListener('scroll', () => this.#draw());
    this.node.addEventListener('click', event => this.#onClick(event.target));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows, from the first one on; none is selected. A heading keeps the focus. */
  setRows(columns: readonly GridColumn[], rows: RowSource): void {
    const isInHeader = this.#header.contains(document.activeElement);
    this.#columns = columns;
    this.#rows = rows;
    this.#code = [];
    this.#header.replaceChildren(headerRow(columns));
    const last = this.#headings.length - 1;
    this.#heading = Math.max(0, Math.min(last, this.#heading));
    this.#active = last >= 0 && (isInHeader || rows.length === 0) ? HEADER_ROW : 0;
    this.#selected = null;
    this.#body.style.height = `${rows.length * ROW_HEIGHT_PX}px`;
    this.node.setAttribute('aria-rowcount', String(rows.length + 1));
    this.node.scrollTop = 0;
    this.#draw();
    if (isInHeader) this.#activeNode?.focus({ preventScroll: true });
  }

  /** Marks one row as selected and brings it into sight, or none for null. */
  select(row: number | null): void {
    if (row === this.#selected) return;
    this.#selected = row;
    if (row !== null) {
      if (!this.#header.contains(document.activeElement)) this.#active = row;
      this.#reveal(row);
    }
    this.#draw();
  }

  /** Puts nodes in place of the text of the last column, for each row that has any. */
  setCode(code: readonly (readonly Node[])[]): void {
    this.#code = code;
    this.#draw();
  }

  /** Draws what is in sight, and gives the focus back to the active row if the grid had it. */
  #draw(): void {
    const hadFocus = this.#body.contains(document.activeElement);
    const { scrollTop, clientHeight } = this.node;
    const last = scrollTop + (clientHeight || ASSUMED_HEIGHT_PX);
    const from = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT_PX) - MARGIN_ROWS);
    const to = Math.min(this.#rows.length, Math.ceil(last / ROW_HEIGHT_PX) + MARGIN_ROWS);
    const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    const isInView = this.#active >= from && this.#active < to;
    const isRow = this.#active !== HEADER_ROW && this.#active < this.#rows.length;
    if (!isInView && isRow) shown.push(this.#active);
    this.#body.replaceChildren(...shown.map(row => this.#rowNode(row)));
    this.#headings.forEach((node, at) => {
      node.tabIndex = this.#active === HEADER_ROW && at === this.#heading ? 0 : -1;
    });
    if (hadFocus) this.#activeNode?.focus({ preventScroll: true });
  }

  #rowNode(row: number): HTMLElement {
    const node = rowNode(this.#rows.at(row) ?? [], row, this.#columns);
    const code = this.#code[row] ?? [];
    if (code.length > 0) node.lastElementChild?.replaceChildren(...code);
    node.setAttribute('aria-selected', String(row === this.#selected));
    node.tabIndex = row === this.#active ? 0 : -1;
    return node;
  }

  #onClick(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const heading = target.closest<HTMLElement>('[data-sort]');
    const row = target.closest<HTMLElement>('[data-row]');
    if (heading) this.#sort(this.#headings.indexOf(heading));
    if (!row) return;
    this.#activate(Number(row.dataset.row));
    this.#options.onPick(this.#active);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#press(event.key)) return;
    event.preventDefault();
  }

  /** Does what a key does; false for keys that the page may have. */
  #press(key: string): boolean {
    if (key === 'Enter' || key === ' ') {
      if (this.#active === HEADER_ROW) this.#sort(this.#heading);
      else if (this.#active < this.#rows.length) this.#options.onPick(this.#active);
      return true;
    }
    if (this.#active === HEADER_ROW) return this.#moveInHeader(key);
    const isLeaving = key === 'ArrowUp' && this.#active === 0 && this.#headings.length > 0;
    const row = isLeaving ? HEADER_ROW : rowAfter(key, this.#active, this.#rows.length);
    if (row === null) return false;
    this.#activate(row);
    return true;
  }

  #moveInHeader(key: string): boolean {
    const last = this.#headings.length - 1;
    if (key === 'ArrowDown') {
      if (this.#rows.length > 0) this.#activate(0);
      return true;
    }
    const heading = columnAfter(key, this.#heading, last);
    if (heading === null) return false;
    this.#heading = heading;
    this.#activate(HEADER_ROW);
    this.#revealHeading();
    return true;
  }

  #sort(heading: number): void {
    this.#heading = heading;
    this.#activate(HEADER_ROW);
    this.#options.onSort?.(Number(this.#headings[heading].dataset.sort));
  }

  #activate(row: number): void {
    this.#active = row;
    if (row !== HEADER_ROW) this.#reveal(row);
    this.#draw();
    this.#activeNode?.focus({ preventScroll: true });
  }

  get #headings(): readonly HTMLElement[] {
    return [...this.#header.querySelectorAll<HTMLElement>('[data-sort]')];
  }

  get #activeNode(): HTMLElement | null {
    if (this.#active === HEADER_ROW) return this.#headings[this.#heading] ?? null;
    return this.#body.querySelector<HTMLElement>(`[data-row="${this.#active}"]`);
  }

  #revealHeading(): void {
    const { offsetLeft = 0, offsetWidth = 0 } = this.#activeNode ?? {};
    const { scrollLeft, clientWidth } = this.node;
    if (offsetLeft < scrollLeft) this.node.scrollLeft = offsetLeft;
    const right = offsetLeft + offsetWidth;
    if (right > scrollLeft + clientWidth) this.node.scrollLeft = right - clientWidth;
  }

  /** Scrolls the grid, never the page around it. */
  #reveal(row: number): void {
    const top = row * ROW_HEIGHT_PX;
    const roomPx = this.node.clientHeight - this.#header.offsetHeight - ROW_HEIGHT_PX;
    if (this.node.scrollTop > top) this.node.scrollTop = top;
    else if (this.node.scrollTop < top - roomPx) this.node.scrollTop = top - Math.max(0, roomPx);
  }
}

function rowAfter(key: string, row: number, count: number): number | null {
  const within = (wanted: number): number => Math.max(0, Math.min(count - 1, wanted));
  switch (key) {
    case 'ArrowUp':
      return within(row - 1);
    case 'ArrowDown':
      return within(row + 1);
    case 'PageUp':
      return within(row - PAGE_ROWS);
    case 'PageDown':
      return within(row + PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}

function columnAfter(key: string, column: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, column - 1);
    case 'ArrowRight':
      return Math.min(last, column + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
