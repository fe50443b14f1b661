import type { BundleRow, CounterUnit } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import type { ColumnKey } from './model';
import { numberIn } from './model';

/** The text of a cell. */
export interface CellText {
  readonly text: string;
  /** 0 … 1: length of the bar behind the text; only in the share column. */
  readonly bar?: number;
  /** The value with all its digits; of a share also the whole. */
  readonly title?: string;
}

/** The text of a cell. `wallNs` is the whole of which `share` is a part; 0 makes every share 0. */
export function cellText(
  row: BundleRow,
  column: ColumnKey,
  unit: CounterUnit,
  { formats, wallNs }: { readonly formats: NumberFormats; readonly wallNs: number }
): CellText {
  if (column === 'name') return { text: row[0] };
  const value = numberIn(row, column);
  if (Number.isNaN(value)) return { text: '' };
  if (column === 'count') return { text: formats.count(value) };
  if (column === 'share') {
    const share = wallNs > 0 ? value / wallNs : 0;
    const title = `${formats.exact(unit, value)} / ${formats.exact(unit, wallNs)}`;
    return { text: formats.percent(share), bar: Math.max(0, Math.min(1, share)), title };
  }
  const text = unit === 'nanoseconds' ? formats.milliseconds(value) : formats.value(unit, value);
  return { text, title: formats.exact(unit, value) };
}
