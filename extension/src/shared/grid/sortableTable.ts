import { element } from 'kernelscope/web';
import { RowGrid } from './rowGrid';
import {
  type SortedTable,
  type TableColumn,
  type TableSort,
  nextTableSort,
  sortedTable,
  tableWidths
} from './tableColumns';

/** The dependencies of {@link SortableTable}. */
export interface SortableTableOptions<T> {
  /** Names the grid for a screen reader. */
  readonly label: string;
  /** The order in which it first appears; null for that of its rows. */
  readonly sort: TableSort | null;
  /** The replacement for rows where there are none. */
  readonly emptyText: string;
  readonly onPick: (row: T) => void;
}

/** Rows in a grid that a person orders by its headings. */
export class SortableTable<T> {
  readonly node: HTMLElement;
  readonly #options: SortableTableOptions<T>;
  readonly #grid: RowGrid;
  readonly #message: HTMLElement;
  #columns: readonly TableColumn<T>[] = [];
  #rows: readonly T[] = [];
  #sort: TableSort | null;
  #sorted: SortedTable<T> | null = null;
  #isSelected: (row: T) => boolean = () => false;

  constructor(options: SortableTableOptions<T>) {
    const { label, emptyText } = options;
    this.#options = options;
    this.#sort = options.sort;
    this.#message = element('p', { part: 'chartMessage', text: emptyText });
    this.#grid = new RowGrid({
      label,
      onPick: row => this.#pick(row),
      onSort: column => this.#sortBy(column)
    });
    this.node = element('div', {}, [this.#message, this.#grid.node]);
  }

  /** How many rows it has. */
  get length(): number {
    return this.#rows.length;
  }

  /** Takes other rows; the order stays. They are put into the page by {@link draw}. */
  setRows(columns: readonly TableColumn<T>[], rows: readonly T[]): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#sorted = null;
  }

  /** Shows its rows unless they are there, and marks the first that `isSelected`. */
  draw(isSelected: (row: T) => boolean): void {
    this.#isSelected = isSelected;
    const isEmpty = this.#rows.length === 0;
    this.#message.hidden = !isEmpty;
    this.#grid.node.hidden = isEmpty;
    if (isEmpty) return;
    if (this.#sorted === null) this.#fill();
    this.#mark();
  }

  #fill(): void {
    const { template, least } = tableWidths(this.#columns);
    this.#grid.node.style.setProperty('--jp-kernelscope-columns', template);
    this.#grid.node.style.setProperty('--jp-kernelscope-width', least);
    this.#sorted = sortedTable(this.#columns, this.#rows, this.#sort);
    this.#grid.setRows(this.#sorted.columns, this.#sorted.source);
  }

  #mark(): void {
    const row = this.#sorted?.rows.findIndex(this.#isSelected) ?? -1;
    this.#grid.select(row < 0 ? null : row);
  }

  #sortBy(column: number): void {
    this.#sort = nextTableSort(this.#columns, this.#sort, column);
    this.#fill();
    this.#mark();
  }

  #pick(row: number): void {
    const picked = this.#sorted?.rows[row];
    if (picked !== undefined) this.#options.onPick(picked);
  }
}
