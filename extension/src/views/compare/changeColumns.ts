import { changeOf } from 'kernelscope/analysis';
import type { ComparedRow } from 'kernelscope/model';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { ChangeWords } from './changeWords';

/** The column that orders a table at first: the change. */
export const CHANGE_COLUMN = 2;

type Column = TableColumn<ComparedRow>;

/** The columns of a table of changes; bars are as long as `rows` changed. */
export function changeColumns(
  rows: readonly ComparedRow[],
  words: ChangeWords
): readonly TableColumn<ComparedRow>[] {
  const columns = [nameColumn(words), barColumn(rows, words), ...figureColumns(words)];
  return rows.some(({ low }) => low !== null) ? [...columns, reachColumn(words)] : columns;
}

function nameColumn({ trans }: ChangeWords): Column {
  return {
    label: trans.__('Name'),
    explanation: trans.__('The name of ranges and operators, or the function'),
    kind: 'name',
    widthPx: 140,
    key: ({ name }) => name,
    cell: ({ name, category }) => ({ text: name, title: `${name} (${category})` })
  };
}

function barColumn(rows: readonly ComparedRow[], { trans }: ChangeWords): Column {
  const most = rows.reduce((size, row) => Math.max(size, Math.abs(changeOf(row))), 0);
  const areTimes = rows.every(({ kind }) => kind !== 'counter');
  return {
    label: areTimes ? trans.__('Faster ◂ ▸ Slower') : trans.__('Less ◂ ▸ More'),
    explanation: trans.__(
      'The change, as a bar to the left of zero for less and to the right for more'
    ),
    kind: 'change',
    widthPx: 160,
    key: changeOf,
    cell: row => ({ text: '', bar: most > 0 ? changeOf(row) / most : 0 })
  };
}

function figureColumns(words: ChangeWords): readonly Column[] {
  const { trans } = words;
  const change = trans.__('The change; the greatest one comes first');
  const share = trans.__('The change as a share of the value before');
  return [
    {
      ...{ label: trans.__('Δ'), explanation: change, kind: 'number', widthPx: 100 },
      key: row => Math.abs(changeOf(row)),
      cell: row => ({ text: words.change(row) })
    },
    {
      ...{ label: trans.__('Δ %'), explanation: share, kind: 'number', widthPx: 92 },
      key: ({ before, after }) => (before && after !== null ? (after - before) / before : null),
      cell: row => ({ text: words.share(row) })
    },
    valueColumn(trans.__('Before'), 'before', words),
    valueColumn(trans.__('After'), 'after', words)
  ];
}

function valueColumn(
  label: string,
  side: 'before' | 'after',
  { trans, formats }: ChangeWords
): Column {
  return {
    label,
    explanation: trans.__('Times are of one run, other values are means'),
    kind: 'number',
    widthPx: 92,
    key: row => row[side],
    cell: row => {
      const value = row[side];
      return { text: value === null ? '' : formats.value(row.unit, value) };
    }
  };
}

function reachColumn(words: ChangeWords): Column {
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
