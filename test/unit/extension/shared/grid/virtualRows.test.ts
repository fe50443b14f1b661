// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { element } from '../../../../../src/web/element';
import { rowAfter, VirtualRows } from '../../../../../extension/src/shared/grid/virtualRows';

const ROW_PX = 20;

let grid: HTMLElement;
let rows: VirtualRows;

beforeEach(() => {
  grid = element('div');
  Object.defineProperty(grid, 'clientHeight', { value: 10 * ROW_PX });
  document.body.replaceChildren(grid);
  rows = new VirtualRows({
    grid,
    header: element('div'),
    part: 'rows',
    rowPx: ROW_PX,
    nodeOf: row => element('div', { part: 'row', text: String(row), attributes: { tabindex: -1 } })
  });
});

/** The numbers of the rows in the document. */
function drawn(): number[] {
  return [...grid.querySelectorAll('.jp-Kernelscope-row')].map(node => Number(node.textContent));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

describe('rows of a grid', () => {
  test('are drawn from the first one to a margin after the last visible one', () => {
    rows.draw(10_000);
    expect(drawn()).toEqual(range(0, 18));
  });

  test('follow the scroll position with a margin on both sides, and the active row stays', () => {
    rows.draw(10_000);
    grid.scrollTop = 100 * ROW_PX;
    rows.drawVisible();
    expect(drawn()).toEqual([...range(92, 118), 0]);
  });

  test('never leave the grid, wherever the page says it is', () => {
    grid.scrollTop = 1e9;
    rows.draw(20, 5);
    expect(drawn()).toEqual([5]);
    rows.draw(0);
    expect(drawn()).toEqual([]);
  });

  test('keep the node of a row while what is in sight stays the same', () => {
    grid.scrollTop = ROW_PX / 4;
    rows.draw(100);
    const before = rows.stopAt(3);
    grid.scrollTop = ROW_PX / 2;
    rows.drawVisible();
    expect(rows.stopAt(3)).toBe(before);
  });

  test('keep focus and tab stop on the active row, scrolled out of sight or drawn anew', () => {
    rows.draw(1000);
    rows.activate(4);
    rows.focus();
    grid.scrollTop = 500 * ROW_PX;
    rows.drawVisible();
    expect(document.activeElement?.textContent).toBe('4');
    rows.draw(3);
    expect(document.activeElement?.textContent).toBe('2');
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  test('come into sight when one of them becomes active', () => {
    rows.draw(1000);
    rows.activate(700);
    expect(drawn()).toContain(700);
    expect(grid.scrollTop).toBe(700 * ROW_PX - 9 * ROW_PX);
    rows.activate(650);
    expect(grid.scrollTop).toBe(650 * ROW_PX);
  });
});

describe('rowAfter', () => {
  const size = { count: 100, pageRows: 8 };

  test.each([
    ['ArrowUp', 0, 0],
    ['ArrowDown', 5, 6],
    ['PageUp', 5, 0],
    ['PageDown', 5, 13],
    ['PageDown', 98, 99],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['x', 50, null]
  ])('leads with %s from row %i to row %s', (key, from, to) => {
    expect(rowAfter(key, from, size)).toBe(to);
  });
});
