import { changeOf } from 'kernelscope/analysis';
import type { ComparedRow } from 'kernelscope/model';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { ChangeWords } from './changeWords';

/** The column that orders a table at first: the change. */
export const CHANGE_COLUMN = 2;

/** The columns of a table of changes; bars are as long as `rows` changed. */
export function changeColumns(
  rows: readonly ComparedRow[],
  words: ChangeWords
): readonly TableColumn<ComparedRow>[] {
  const { trans, formats } = words;
  const most = rows.reduce((size, row) => Math.max(size, Math.abs(changeOf(row))), 0);
  const value = (side: number | null, row: ComparedRow): string =>
    side === null ? '' : formats.value(row.unit, side);
  const columns: TableColumn<ComparedRow>[] = [
    {
      label: trans.__('Name'),
      explanation: trans.__('The name of ranges and operators, or the function'),
      kind: 'name',
      widthPx: 140,
      key: ({ name }) => name,
      cell: ({ name, category }) => ({ text: name, title: `${name} (${category})` })
    },
    {
      label: trans.__('Faster ◂ ▸ Slower'),
      explanation: trans.__(
        'The change, as a bar to the left of zero for less and to the right for more'
      ),
      kind: 'change',
      widthPx: 180,
      key: changeOf,
      cell: row => ({ text: '', bar: most > 0 ? changeOf(row) / most : 0 })
    },
    {
      label: 'Δ',
      explanation: trans.__('The change; the greatest one comes first'),
      kind: 'number',
      widthPx: 100,
      key: row => Math.abs(changeOf(row)),
      cell: row => ({ text: words.change(row) })
    },
    {
      label: 'Δ %',
      explanation: trans.__('The change as a share of the value before'),
      kind: 'number',
      widthPx: 92,
      key: ({ before, after }) => (before && after !== null ? (after - before) / before : null),
      cell: row => ({ text: words.share(row) })
    },
    {
      label: trans.__('Before'),
      explanation: trans.__('The value before, of one run'),
      kind: 'number',
      widthPx: 92,
      key: ({ before }) => before,
      cell: row => ({ text: value(row.before, row) })
    },
    {
      label: trans.__('After'),
      explanation: trans.__('The value after, of one run'),
      kind: 'number',
      widthPx: 92,
      key: ({ after }) => after,
      cell: row => ({ text: value(row.after, row) })
    }
  ];
  return rows.some(({ low }) => low !== null) ? [...columns, reachColumn(words)] : columns;
}

function reachColumn(words: ChangeWords): TableColumn<ComparedRow> {
  const { trans } = words;
  return {
    label: trans.__('95 % CI'),
    explanation: trans.__('How far the 95 % confidence interval of the change reaches'),
    kind: 'number',
    widthPx: 92,
    key: ({ low, high }) => (low === null || high === null ? null : high - low),
    cell: row => ({ text: words.reach(row) })
  };
}
