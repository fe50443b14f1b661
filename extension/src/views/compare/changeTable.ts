import type { ComparedRow } from 'kernelscope/model';
import { SortableTable } from '../../shared/grid/sortableTable';
import { changeColumns, CHANGE_COLUMN } from './changeColumns';
import type { ChangeWords } from './words/changeWords';
import { section } from './section';

/** The dependencies of {@link ChangeTable}. */
export interface ChangeTableOptions {
  readonly title: string;
  readonly words: ChangeWords;
  readonly onPick: (row: ComparedRow) => void;
}

/** Names with what they changed by, as a table with bars to the left and the right of zero. */
export class ChangeTable {
  readonly node: HTMLElement;
  readonly #words: ChangeWords;
  readonly #table: SortableTable<ComparedRow>;

  constructor({ title, words, onPick }: ChangeTableOptions) {
    this.#words = words;
    this.#table = new SortableTable({
      label: title,
      sort: { column: CHANGE_COLUMN, direction: 'descending' },
      emptyText: '',
      onPick
    });
    this.node = section(title, [this.#table.node]);
  }

  /** Takes other rows; without any it is hidden. */
  setRows(rows: readonly ComparedRow[]): void {
    this.node.hidden = rows.length === 0;
    this.#table.setRows(changeColumns(rows, this.#words), rows);
  }

  /** Shows its rows, and marks the one that is selected. */
  draw(isSelected: (row: ComparedRow) => boolean): void {
    this.#table.draw(isSelected);
  }
}
