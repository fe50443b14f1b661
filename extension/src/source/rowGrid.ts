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

/** Lines that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/**
 * An ARIA grid whose rows are picked: by click, or with the arrow keys, Home, End, Page Up and Page
 * Down and then Enter or Space. Exactly one row is in the tab order.
 */
export class RowGrid {
  readonly node: HTMLElement;
  readonly #options: RowGridOptions;
  readonly #header = element('div', { part: 'rowGridHeader', attributes: { role: 'rowgroup' } });
  readonly #body = element('div', { part: 'rowGridBody', attributes: { role: 'rowgroup' } });
  #rows: HTMLElement[] = [];
  #active = 0;

  constructor(options: RowGridOptions) {
    this.#options = options;
    const attributes = { role: 'grid', 'aria-label': options.label, 'aria-readonly': 'true' };
    this.node = element('div', { part: 'rowGrid', attributes }, [this.#header, this.#body]);
    this.node.addEventListener('click', event => this.#onClick(event.target));
    this.node.addEventListener('keydown', event => this.#onKey(event));
  }

  /** Shows other rows, from the first one on; none is selected. */
  setRows(columns: readonly GridColumn[], rows: readonly GridRow[]): void {
    this.#header.replaceChildren(headerRow(columns));
    this.#rows = rows.map((row, index) => rowNode(row, index, columns));
    this.#body.replaceChildren(...this.#rows);
    this.node.setAttribute('aria-rowcount', String(rows.length + 1));
    this.node.scrollTop = 0;
    this.#activate(0);
  }

  /** Marks one row as selected and brings it into sight, or none for null. */
  select(row: number | null): void {
    this.#body.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    if (row === null || !(row in this.#rows)) return;
    this.#rows[row].setAttribute('aria-selected', 'true');
    this.#activate(row);
    this.#reveal(row);
  }

  /** Puts nodes in place of the text of a cell. */
  setCell(row: number, column: number, nodes: readonly Node[]): void {
    this.#rows[row]?.children[column]?.replaceChildren(...nodes);
  }

  #onClick(target: EventTarget | null): void {
    const row = this.#rows.findIndex(node => target instanceof Node && node.contains(target));
    if (row < 0) return;
    this.#activate(row);
    this.#options.onPick(row);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#active in this.#rows) this.#options.onPick(this.#active);
      return;
    }
    const row = rowAfter(event.key, this.#active, this.#rows.length);
    if (row === null) return;
    event.preventDefault();
    this.#activate(row);
    this.#reveal(row);
    this.#rows[row]?.focus({ preventScroll: true });
  }

  #activate(row: number): void {
    this.#rows[this.#active]?.setAttribute('tabindex', '-1');
    this.#active = row;
    this.#rows[row]?.setAttribute('tabindex', '0');
  }

  /** Scrolls the grid, never the page around it. */
  #reveal(row: number): void {
    const node = this.#rows[row];
    const top = node.offsetTop - this.#header.offsetHeight;
    const bottom = node.offsetTop + node.offsetHeight - this.node.clientHeight;
    if (this.node.scrollTop > top) this.node.scrollTop = top;
    else if (this.node.scrollTop < bottom) this.node.scrollTop = bottom;
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
  const attributes = {
    role: 'row',
    'aria-rowindex': index + 2,
    'aria-selected': 'false',
    tabindex: -1
  };
  return element('div', { part: 'rowGridRow', attributes }, cells);
}

function cellNode({ text, title, bar }: GridCell, { kind }: GridColumn): HTMLElement {
  const attributes = { role: 'gridcell', ...(title === undefined ? {} : { title }) };
  const node = element('div', { part: `cell jp-mod-${kind}`, text, attributes });
  if (bar !== undefined) node.style.setProperty('--jp-kernelscope-share', String(bar));
  return node;
}
