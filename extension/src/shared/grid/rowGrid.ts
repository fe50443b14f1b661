import { element } from 'kernelscope/web';
import { type GridColumn, ROW_HEIGHT_PX, type RowSource, headerRow, rowNode } from './rowGridNodes';
import { HEADER_ROW, rowAfter, VirtualRows } from './virtualRows';

/** The dependencies of {@link RowGrid}. */
export interface RowGridOptions {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** A person clicked a row, or pressed Enter or Space on it. */
  readonly onPick: (row: number) => void;
  /** Likewise the heading of a column that has a `sort`. */
  readonly onSort?: (column: number) => void;
}

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
  readonly #body: VirtualRows;
  #columns: readonly GridColumn[] = [];
  #rows: RowSource = [];
  /** Nodes in place of the text of the last column, by row. */
  #code: readonly (readonly Node[])[] = [];
  /** Which of the headings that order rows the keys are at. */
  #heading = 0;
  #selected: number | null = null;

  constructor(options: RowGridOptions) {
    this.#options = options;
    const attributes = { role: 'grid', 'aria-label': options.label, 'aria-readonly': 'true' };
    this.node = element('div', { part: 'rowGrid', attributes });
    this.#body = new VirtualRows({
      grid: this.node,
      header: this.#header,
      part: 'rowGridBody',
      rowPx: ROW_HEIGHT_PX,
      nodeOf: row => this.#rowNode(row)
    });
    this.node.addEventListener('scroll', () => this.#body.drawVisible());
    this.node.addEventListener('click', event => this.#onClick(event.target));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows, from the first one on; none is selected. A heading keeps the focus. */
  setRows(columns: readonly GridColumn[], rows: RowSource): void {
    const isInHeader = this.#header.contains(document.activeElement);
    const hadFocus = this.node.contains(document.activeElement);
    this.#columns = columns;
    this.#rows = rows;
    this.#code = [];
    this.#header.replaceChildren(headerRow(columns));
    const last = this.#headings.length - 1;
    this.#heading = Math.max(0, Math.min(last, this.#heading));
    this.#selected = null;
    this.node.scrollTop = 0;
    const isAtHeadings = last >= 0 && (isInHeader || rows.length === 0);
    this.#draw(rows.length, isAtHeadings ? HEADER_ROW : 0);
    if (hadFocus) this.#focus();
  }

  /** Shows other values in the same columns: place, focus and active row stay. None is selected. */
  updateRows(rows: RowSource): void {
    this.#rows = rows;
    this.#code = [];
    this.#selected = null;
    this.#draw(rows.length, this.#body.active);
  }

  /** Marks one row as selected and brings it into sight, or none for null. */
  select(row: number | null): void {
    if (row === this.#selected) return;
    this.#selected = row;
    if (row === null) {
      this.#body.draw();
      return;
    }
    const isInHeader = this.#header.contains(document.activeElement);
    this.#draw(this.#rows.length, isInHeader ? HEADER_ROW : row);
    this.#body.reveal(row);
  }

  /** Puts nodes in place of the text of the last column, for each row that has any. */
  setCode(code: readonly (readonly Node[])[]): void {
    this.#code = code;
    this.#body.draw();
  }

  #draw(count: number, active: number): void {
    this.#body.draw(count, active);
    this.#markHeadings();
  }

  #markHeadings(): void {
    const isHere = this.#body.active === HEADER_ROW;
    this.#headings.forEach((node, at) => {
      node.tabIndex = isHere && at === this.#heading ? 0 : -1;
    });
  }

  #rowNode(row: number): HTMLElement {
    const node = rowNode(this.#rows.at(row) ?? [], row, this.#columns);
    const code = this.#code[row] ?? [];
    if (code.length > 0) node.lastElementChild?.replaceChildren(...code);
    node.setAttribute('aria-selected', String(row === this.#selected));
    node.tabIndex = -1;
    return node;
  }

  #onClick(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const heading = target.closest<HTMLElement>('[data-sort]');
    const row = target.closest<HTMLElement>('[data-row]');
    if (heading) this.#sort(this.#headings.indexOf(heading));
    if (!row) return;
    this.#activate(Number(row.dataset.row));
    this.#options.onPick(this.#body.active);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#press(event.key)) return;
    event.preventDefault();
  }

  /** Does what a key does; false for keys that the page may have. */
  #press(key: string): boolean {
    const { active, count } = this.#body;
    if (key === 'Enter' || key === ' ') {
      if (active === HEADER_ROW) this.#sort(this.#heading);
      else if (active < count) this.#options.onPick(active);
      return true;
    }
    if (active === HEADER_ROW) return this.#moveInHeader(key);
    const isLeaving = key === 'ArrowUp' && active === 0 && this.#headings.length > 0;
    const row = isLeaving ? HEADER_ROW : rowAfter(key, active, this.#body);
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
    this.#body.activate(row);
    this.#markHeadings();
    this.#focus();
  }

  #focus(): void {
    if (this.#body.active !== HEADER_ROW) this.#body.focus();
    else this.#headings.at(this.#heading)?.focus({ preventScroll: true });
  }

  /** The headings that order rows, without those that a style sheet hides where room is short. */
  get #headings(): readonly HTMLElement[] {
    const all = [...this.#header.querySelectorAll<HTMLElement>('[data-sort]')];
    return all.filter(node => getComputedStyle(node).display !== 'none');
  }

  #revealHeading(): void {
    const { offsetLeft, offsetWidth } = this.#headings[this.#heading];
    const { scrollLeft, clientWidth } = this.node;
    if (offsetLeft < scrollLeft) this.node.scrollLeft = offsetLeft;
    const right = offsetLeft + offsetWidth;
    if (right > scrollLeft + clientWidth) this.node.scrollLeft = right - clientWidth;
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
