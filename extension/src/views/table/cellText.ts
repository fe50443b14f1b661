import type { BundleRow, CounterUnit } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { type ColumnKey, type ShareOf, numberIn, sharedTime } from './model';

export interface CellText {
  readonly text: string;
  /** 0 … 1: length of the bar behind the text; only in the share column. */
  readonly bar?: number;
  /** The value with all its digits; of a share also the whole. */
  readonly title?: string;
}

/** What texts of cells are made with. */
export interface CellOptions {
  readonly formats: NumberFormats;
  /** The wall time on show, nanoseconds. */
  readonly wallNs: number;
  /** The totals that shares are parts of: self time and the wall time unless given. */
  readonly share?: ShareOf;
}

/** The text of a cell. Every share of nothing is 0. */
export function cellText(
  row: BundleRow,
  column: ColumnKey,
  unit: CounterUnit,
  options: CellOptions
): CellText {
  const { formats, wallNs } = options;
  if (column === 'name') return { text: row[0] };
  if (column === 'share') return shareText(row, unit, options);
  const value = numberIn(row, column);
  if (Number.isNaN(value)) return { text: '' };
  if (column === 'count') return { text: formats.count(value) };
  if (column === 'waiting') return waitingText(row, { formats, wallNs });
  const text = unit === 'nanoseconds' ? formats.milliseconds(value) : formats.value(unit, value);
  return { text, title: formats.exact(unit, value) };
}

function shareText(
  row: BundleRow,
  unit: CounterUnit,
  { formats, wallNs, share: of = { column: 'self', wholeNs: wallNs } }: CellOptions
): CellText {
  const value = sharedTime(row, of.column);
  if (Number.isNaN(value)) return { text: '' };
  const share = of.wholeNs > 0 ? value / of.wholeNs : 0;
  const title = `${formats.exact(unit, value)} / ${formats.exact(unit, of.wholeNs)}`;
  return { text: formats.percent(share), bar: Math.max(0, Math.min(1, share)), title };
}

/**
 * The title has the part of the whole as well: of its own time, as several may wait at the same time; of
 * a function, for which only the thread's waits are known, of the wall time.
 */
function waitingText(row: BundleRow, { formats, wallNs }: CellOptions): CellText {
  const waitingNs = numberIn(row, 'waiting');
  const isFunction = Number.isNaN(numberIn(row, 'count'));
  const whole = isFunction ? wallNs : numberIn(row, 'total');
  const share = whole > 0 ? Math.min(1, waitingNs / whole) : 0;
  const exact = [waitingNs, whole].map(ns => formats.exact('nanoseconds', ns)).join(' / ');
  return {
    text: formats.milliseconds(waitingNs),
    title: `${formats.percent(share)} = ${exact}`
  };
}
