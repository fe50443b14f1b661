import { type Cell, type CodePlace, cellText, type ReportTable } from 'kernelscope/report';
import { element } from '../elements/dom';
import { SortableTable } from '../grid/sortableTable';
import type { TableColumn } from '../grid/tableColumns';
import type { TabOptions } from '../content/profileTab';

/** Widths of columns, CSS pixels; texts take what is left. */
const TEXT_PX = 110;
const NUMBER_PX = 78;

interface GridRow {
  readonly cells: readonly Cell[];
  readonly place: CodePlace | null;
}

/** A table of a report in a grid that a person orders by its headings. Picks lines of code in the selection. */
export class ReportGrid {
  readonly nodes: readonly HTMLElement[];
  readonly #options: TabOptions;
  readonly #table: SortableTable<GridRow>;

  constructor(table: ReportTable, options: TabOptions) {
    const { title, rows, places = [], sort = null, none = '' } = table;
    this.#options = options;
    this.#table = new SortableTable<GridRow>({
      label: title,
      sort,
      emptyText: none,
      onPick: ({ place }) => {
        if (place !== null) options.store.select({ type: 'line', ...place });
      }
    });
    this.#table.setRows(
      gridColumns(table, options),
      rows.map((cells, row) => ({ cells, place: places[row] ?? null }))
    );
    this.nodes = [element('strong', { text: title }), this.#table.node];
  }

  /** Shows its rows, and marks the selected line. */
  draw(): void {
    const { selection } = this.#options.store.state;
    this.#table.draw(
      ({ place }) =>
        selection.type === 'line' && place?.file === selection.file && place.line === selection.line
    );
  }
}

function gridColumns({ columns }: ReportTable, { formats }: TabOptions): TableColumn<GridRow>[] {
  return columns.map((column, at) => {
    const isNumber = column.align === 'right';
    const textOf = ({ cells }: GridRow): string => cellText(cells[at], column, formats);
    return {
      label: column.heading,
      explanation: column.explanation ?? column.heading,
      kind: isNumber ? 'number' : 'name',
      widthPx: isNumber ? NUMBER_PX : TEXT_PX,
      key: row => keyOf(row.cells[at]),
      cell: row => {
        const text = textOf(row);
        return isNumber ? { text } : { text, title: text };
      }
    };
  });
}

/** Numbers order as such, lines by the first of them. */
function keyOf(cell: Cell): number | string | null {
  if (cell === null) return null;
  if (typeof cell === 'object') return cell[0]?.text ?? '';
  return typeof cell === 'bigint' ? Number(cell) : cell;
}
