import { element } from '../shared/dom';

/** A column of a {@link RowGrid}. */
export interface GridColumn {
  readonly label: string;
  /** The sentence behind the label. */
  readonly explanation: string;
  /** Suffix of the class of its cells; each has a style. */
  readonly kind: 'number' | 'heat' | 'bar' | 'code' | 'name';
}

/** A cell of a {@link RowGrid}. */
export interface GridCell {
  readonly text: string;
  readonly title?: string;
  /** 0 … 1: length of a bar beside a number, depth of a tint where it is heat. */
  readonly bar?: number;
}

/** A row: its cells in the order of the columns. */
export type GridRow = readonly GridCell[];

/** What a {@link RowGrid} needs. */
export interface RowGridOptions {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** A person clicked a row, or pressed Enter or Space on it. */
  readonly onPick: (row: number) => void;
}

/** Height of every row, CSS pixels; `source.css` uses the same number. */
const ROW_HEIGHT_PX = 22;

/** Rows drawn above and below what is in sight, so that scrolling shows no gaps. */
const MARGIN_ROWS = 10;

/** Height that is drawn while the page has not laid the grid out yet, pixels. */
const ASSUMED_HEIGHT_PX = 420;

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/**
 * An ARIA grid whose rows are picked: by click, or with the arrow keys, Home, End, Page Up and Page
 * Down and then Enter or Space. Exactly one row is in the tab order. Only the rows in sight are in
 * the document.
 */
export class RowGrid {
  readonly node: HTMLElement;
  readonly #options: RowGridOptions;
  readonly #header = element('div', { part: 'rowGridHeader', attributes: { role: 'rowgroup' } });
  readonly #body = element('div', { part: 'rowGridBody', attributes: { role: 'rowgroup' } });
  #columns: readonly GridColumn[] = [];
  #rows: readonly GridRow[] = [];
  /** Nodes in place of the text of the last column, by row. */
  #code: readonly (readonly Node[])[] = [];
  #active = 0;
  #selected: number | null = null;

  constructor(options: RowGridOptions) {
    this.#options = options;
    const attributes = { role: 'grid', 'aria-label': options.label, 'aria-readonly': 'true' };
    this.node = element('div', { part: 'rowGrid', attributes }, [this.#header, this.#body]);
    this.node.addEventListener('scroll', () => this.#draw());
    this.node.addEventListener('click', event => this.#onClick(event.target));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows, from the first one on; none is selected. */
  setRows(columns: readonly GridColumn[], rows: readonly GridRow[]): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#code = [];
    this.#active = 0;
    this.#selected = null;
    this.#header.replaceChildren(headerRow(columns));
    this.#body.style.height = `${rows.length * ROW_HEIGHT_PX}px`;
    this.node.setAttribute('aria-rowcount', String(rows.length + 1));
    this.node.scrollTop = 0;
    this.#draw();
  }

  /** Marks one row as selected and brings it into sight, or none for null. */
  select(row: number | null): void {
    if (row === this.#selected) return;
    this.#selected = row;
    if (row !== null) {
      this.#active = row;
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
    const isInSight = this.#active >= from && this.#active < to;
    if (!isInSight && this.#active < this.#rows.length) shown.push(this.#active);
    this.#body.replaceChildren(...shown.map(row => this.#rowNode(row)));
    if (hadFocus) this.#activeNode?.focus({ preventScroll: true });
  }

  #rowNode(row: number): HTMLElement {
    const node = rowNode(this.#rows[row], row, this.#columns);
    const code = this.#code[row] ?? [];
    if (code.length > 0) node.lastElementChild?.replaceChildren(...code);
    node.setAttribute('aria-selected', String(row === this.#selected));
    node.tabIndex = row === this.#active ? 0 : -1;
    return node;
  }

  #onClick(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (!row) return;
    this.#activate(Number(row.dataset.row));
    this.#options.onPick(this.#active);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#active < this.#rows.length) this.#options.onPick(this.#active);
      return;
    }
    const row = rowAfter(event.key, this.#active, this.#rows.length);
    if (row === null) return;
    event.preventDefault();
    this.#activate(row);
  }

  #activate(row: number): void {
    this.#active = row;
    this.#reveal(row);
    this.#draw();
    this.#activeNode?.focus({ preventScroll: true });
  }

  get #activeNode(): HTMLElement | null {
    return this.#body.querySelector<HTMLElement>(`[data-row="${this.#active}"]`);
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

function headerRow(columns: readonly GridColumn[]): HTMLElement {
  const cells = columns.map(({ label, explanation, kind }) =>
    element('div', {
      part: `cell jp-mod-${kind}`,
      text: label,
      attributes: { role: 'columnheader', title: explanation }
    })
  );
  const attributes = { role: 'row', 'aria-rowindex': 1 };
  return element('div', { part: 'rowGridRow', attributes }, cells);
}

function rowNode(row: GridRow, index: number, columns: readonly GridColumn[]): HTMLElement {
  const cells = row.map((cell, column) => cellNode(cell, columns[column]));
  const attributes = { role: 'row', 'aria-rowindex': index + 2, 'data-row': index };
  const node = element('div', { part: 'rowGridRow', attributes }, cells);
  node.style.top = `${index * ROW_HEIGHT_PX}px`;
  return node;
}

function cellNode({ text, title, bar }: GridCell, { kind }: GridColumn): HTMLElement {
  const attributes = { role: 'gridcell', ...(title === undefined ? {} : { title }) };
  const node = element('div', { part: `cell jp-mod-${kind}`, text, attributes });
  if (bar !== undefined) node.style.setProperty('--jp-kernelscope-share', String(bar));
  return node;
}
