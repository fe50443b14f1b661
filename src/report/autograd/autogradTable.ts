import type { AnyEvent } from '../../analysis/events/averages';
import { alignLeft, codePointLength } from '../../base/codePoints';
import { rowNumbers } from '../../base/stableOrder';
import { shownRows } from './shownRows';
import { ascendingRows } from './sortKeys';
import type { EventTableOptions } from './tableOptions';

const COLUMN_WIDTH = 15;
const COLUMNS = ['CPU time', 'CUDA time', 'Calls', 'CPU total', 'CUDA total'] as const;
const NAME_PADDING = 4;

/**
 * The first layout of the table: name, times and calls in five columns of 15 after the longest name;
 * all times in microseconds; the GPU time of an event is that of its own kernels. Empty for no events.
 * `options` must have been checked.
 */
export function autogradTable(events: readonly AnyEvent[], options: EventTableOptions): string {
  if (events.length === 0) return '';
  const { sortBy, header, rowLimit, topLevelEventsOnly = false } = options;
  const rows = sortBy == null ? rowNumbers(events.length) : ascendingRows(events, sortBy);
  let nameWidth = 0;
  for (const event of events) nameWidth = Math.max(nameWidth, codePointLength(nameOf(event)));
  nameWidth += NAME_PADDING;
  const rule = [nameWidth, ...COLUMNS.map(() => COLUMN_WIDTH)].map(width => '-'.repeat(width));
  const line = (name: string, cells: readonly string[]): string =>
    [alignLeft(name, nameWidth), ...cells.map(cell => cell.padStart(COLUMN_WIDTH))].join('  ');
  const shown = shownRows(events, rows, { rowLimit: rowLimit ?? -1, topLevelEventsOnly });
  const lines = [
    ...(header == null
      ? []
      : ['='.repeat(nameWidth + (COLUMN_WIDTH + 2) * COLUMNS.length), header]),
    rule.join('  '),
    line('Name', COLUMNS),
    rule.join('  '),
    ...shown.map(event => line(nameOf(event), cellsOf(event)))
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf(event: AnyEvent): string {
  return String(event.key);
}

function cellsOf(event: AnyEvent): readonly string[] {
  const { cpuTimeStr, cudaTimeStr, count, cpuTimeTotalStr, cudaTimeTotalStr } = event;
  return [cpuTimeStr, cudaTimeStr, String(count), cpuTimeTotalStr, cudaTimeTotalStr];
}
