// @vitest-environment jsdom
import '../../setupDom';
import { expect, it, vi } from 'vitest';
import type { ReportTable } from 'kernelscope/report';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { ReportGrid } from '../../../../../extension/src/shared/grid/reportGrid';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    disconnect(): void {}
  }
);

const size = (text: string, count: number) => [{ text, count, title: text }];

const TABLE: ReportTable = {
  title: 'Works',
  columns: [
    { heading: 'Line', align: 'left', short: 'place' },
    { heading: 'Size', align: 'right' },
    { heading: 'Time', align: 'right', unit: 'nanoseconds', hasBar: true },
    { heading: 'Share', align: 'right', unit: 'share' }
  ],
  rows: [
    ['src/a.ts:10', size('[9, 1, 1]', 9), 2000, 0.5],
    ['src/a.ts:9', size('[128, 1, 1]', 128), 4000, null],
    ['src/a.ts:100', null, 1000, 0.25]
  ],
  hidden: 0,
  sort: { column: 2, direction: 'descending' }
};

function open(table: ReportTable, onPick = vi.fn()) {
  const grid = new ReportGrid({ formats: createNumberFormats('en'), onPick });
  document.body.replaceChildren(grid.node);
  grid.setTable(table);
  grid.draw(row => row === 2);
  const rows = (): HTMLElement[] => [...grid.node.querySelectorAll<HTMLElement>('[data-row]')];
  const firsts = (): (string | null)[] => rows().map(row => row.children[0].textContent);
  const sortBy = (column: number): void =>
    grid.node.querySelector<HTMLElement>(`[data-sort="${column}"]`)!.click();
  return { grid, rows, firsts, sortBy, onPick };
}

it('has texts of any column short, with all of them in the tooltip, and what is unknown empty', () => {
  const { rows } = open(TABLE);
  expect([...rows()[0].children].map(({ textContent }) => textContent)).toEqual([
    ...['a.ts:9', '[128, 1, 1]', '4 µs', '']
  ]);
  expect(rows()[0].children[0].getAttribute('title')).toBe('src/a.ts:9');
});

it('orders places by line, sizes by how many they are of, and the unknown last', () => {
  const { firsts, sortBy } = open(TABLE);
  expect(firsts()).toEqual(['a.ts:9', 'a.ts:10', 'a.ts:100']);
  sortBy(1);
  expect(firsts()).toEqual(['a.ts:9', 'a.ts:10', 'a.ts:100']);
  sortBy(1);
  expect(firsts()).toEqual(['a.ts:10', 'a.ts:9', 'a.ts:100']);
  sortBy(0);
  expect(firsts()).toEqual(['a.ts:9', 'a.ts:10', 'a.ts:100']);
  sortBy(0);
  expect(firsts()).toEqual(['a.ts:100', 'a.ts:10', 'a.ts:9']);
});

it('picks and marks rows by their number in the table, and keeps the order for other rows', () => {
  const { grid, rows, firsts, sortBy, onPick } = open(TABLE);
  expect(rows().map(row => row.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
  rows()[0].click();
  expect(onPick).toHaveBeenCalledWith(1);
  sortBy(0);
  sortBy(0);
  grid.setTable({ ...TABLE, rows: TABLE.rows.slice(0, 2) });
  grid.draw(() => false);
  expect(firsts()).toEqual(['a.ts:10', 'a.ts:9']);
  expect(grid.length).toBe(2);
});
