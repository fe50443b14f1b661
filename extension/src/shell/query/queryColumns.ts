import type { TranslationBundle } from '../../shared/host/translation';
import type { QueryBundle, QueryCell } from 'kernelscope/formats';
import { isNumberColumn } from 'kernelscope/model';
import type { TableColumn } from '../../shared/grid/tableColumns';

export type QueryTableRow = readonly QueryCell[];

/** Widths of columns, CSS pixels. */
const WIDTH = { number: 120, text: 160 } as const;

/** The columns of a result; those of numbers are ordered by their values. */
export function queryColumns(
  { columns }: QueryBundle,
  trans: TranslationBundle
): readonly TableColumn<QueryTableRow>[] {
  return columns.map((column, at) => {
    const isNumber = isNumberColumn(column);
    return {
      label: column.name,
      explanation: trans.__('%1, of type %2', column.name, column.type),
      kind: isNumber ? 'number' : 'name',
      widthPx: isNumber ? WIDTH.number : WIDTH.text,
      key: row => keyOf(row[at], isNumber),
      cell: row => {
        const text = row[at] === null ? 'NULL' : String(row[at]);
        return { text, title: text };
      }
    };
  });
}

/** Whole numbers that JSON cannot hold are texts; not-a-number has no place in the order. */
function keyOf(cell: QueryCell, isNumber: boolean): number | string | null {
  if (cell === null) return null;
  if (!isNumber) return String(cell);
  const number = Number(cell);
  return Number.isNaN(number) ? null : number;
}
