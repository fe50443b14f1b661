import type { BundleRow, BundleSection } from 'kernelscope/model';
import { type ISignal, Signal } from '@lumino/signaling';
import type { NumberFormats } from '../../shared/content/format';
import type { ColumnChoice } from './columnChoice';
import { type GridWidths, fittingColumns, gridWidths, wholeNamesWidth } from './columnWidths';
import { type ColumnKey, type TableKind, columnsFor, mergedColumns } from './model';

/** The rows of one grid. */
export interface TableContent {
  readonly sections: readonly BundleSection[];
  /** Wall time on show, nanoseconds. */
  readonly wallNs: number;
}

/** The dependencies of {@link GridLayout}. */
export interface GridLayoutOptions {
  readonly formats: NumberFormats;
  readonly choice: ColumnChoice;
}

/** Width of a digit in the interface's font, pixels: rather too wide, so that nothing is cut. */
const DIGIT_PX = 8.5;

/**
 * The columns of the grids that stand below each other, and their widths: a column that several have
 * is at the same place in each. Beside times, counters have no columns of their own but those that a
 * person asked for.
 */
export class GridLayout {
  readonly #options: GridLayoutOptions;
  readonly #changed = new Signal<this, void>(this);
  readonly #contents = new Map<TableKind, TableContent>();
  /** Widths that a person chose, CSS pixels. */
  readonly #chosen = new Map<ColumnKey, number>();
  #roomPx = 0;
  #columns: readonly ColumnKey[] = [];
  #widths: GridWidths = { columns: '', least: '' };

  constructor(options: GridLayoutOptions) {
    this.#options = options;
    options.choice.changed.connect(() => this.#update());
  }

  /** Emitted when columns or their widths changed. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** The columns on show in any grid, from left to right. */
  get columns(): readonly ColumnKey[] {
    return this.#columns;
  }

  /** The columns that the rows of any grid have, those that are not on show among them. */
  get offeredColumns(): readonly ColumnKey[] {
    return mergedColumns(this.#ownColumns('time'), this.#ownColumns('counter'));
  }

  get widths(): GridWidths {
    return this.#widths;
  }

  /** The columns on show in a grid, from left to right. */
  columnsOf(kind: TableKind): readonly ColumnKey[] {
    const own = columnsFor(kind, this.#rowsOf(kind));
    return this.#columns.filter(column => own.includes(column));
  }

  /** The kind of the first grid that has a column. */
  kindOf(column: ColumnKey): TableKind {
    return this.#ownColumns('time').includes(column) ? 'time' : 'counter';
  }

  /** Takes the rows of a grid. */
  setContent(kind: TableKind, content: TableContent): void {
    this.#contents.set(kind, content);
    this.#update();
  }

  /** Takes the width of the grids, CSS pixels; 0, of a hidden grid, changes nothing. */
  setRoom(roomPx: number): void {
    if (roomPx === 0 || roomPx === this.#roomPx) return;
    this.#roomPx = roomPx;
    this.#update();
  }

  /** Makes a column as wide as a person wants it, CSS pixels. */
  resize(column: ColumnKey, widthPx: number): void {
    this.#chosen.set(column, widthPx);
    this.#update();
  }

  /** Columns of numbers are as wide as their numbers unless a person wants them otherwise. */
  fit(column: ColumnKey): void {
    if (column === 'name') this.#chosen.set(column, wholeNamesWidth(this.#sections));
    else this.#chosen.delete(column);
    this.#update();
  }

  #update(): void {
    const { choice, formats } = this.#options;
    const wallNs = Math.max(0, ...Array.from(this.#contents.values(), each => each.wallNs));
    const times = this.#ownColumns('time');
    const shown = this.offeredColumns.filter(
      column =>
        choice.isShown(column) &&
        (times.length === 0 || times.includes(column) || choice.isWanted(column))
    );
    const widthOptions = { formats, wallNs, chosen: this.#chosen };
    this.#columns = fittingColumns(shown, this.#sections, {
      ...widthOptions,
      roomPx: this.#roomPx,
      digitPx: DIGIT_PX,
      isWanted: column => choice.isWanted(column)
    });
    this.#widths = gridWidths(this.#columns, this.#sections, widthOptions);
    this.#changed.emit();
  }

  /** The columns of a grid; none while it has no rows and another has some. */
  #ownColumns(kind: TableKind): readonly ColumnKey[] {
    const rows = this.#rowsOf(kind);
    const isEmpty = rows.length === 0 && this.#sections.length > 0;
    return isEmpty ? [] : columnsFor(kind, rows);
  }

  #rowsOf(kind: TableKind): readonly BundleRow[] {
    return this.#contents.get(kind)?.sections.flatMap(({ rows }) => rows) ?? [];
  }

  get #sections(): readonly BundleSection[] {
    return [...this.#contents.values()].flatMap(({ sections }) => sections);
  }
}
