import { describe, expect, it } from 'vitest';
import { HEADER_ROW } from '../../../../../extension/src/shared/grid/virtualRows';
import { moveFocus } from '../../../../../extension/src/views/table/cellFocus';

const size = { lines: 30, columns: 8, pageLines: 10 };
const press = (line: number, column: number, key: string, withControl = false) => {
  const to = moveFocus({ line, column }, { key, withControl }, size);
  return to && [to.line, to.column];
};

describe('moveFocus', () => {
  it('walks one cell at a time with the arrow keys', () => {
    expect(press(3, 3, 'ArrowUp')).toEqual([2, 3]);
    expect(press(3, 3, 'ArrowDown')).toEqual([4, 3]);
    expect(press(3, 3, 'ArrowLeft')).toEqual([3, 2]);
    expect(press(3, 3, 'ArrowRight')).toEqual([3, 4]);
  });

  it('reaches the column headers from the first line and stops there', () => {
    expect(press(0, 2, 'ArrowUp')).toEqual([HEADER_ROW, 2]);
    expect(press(HEADER_ROW, 2, 'ArrowUp')).toEqual([HEADER_ROW, 2]);
  });

  it('stops at the last line and column', () => {
    expect(press(29, 7, 'ArrowDown')).toEqual([29, 7]);
    expect(press(29, 7, 'ArrowRight')).toEqual([29, 7]);
    expect(press(25, 7, 'PageDown')).toEqual([29, 7]);
  });

  it('goes to the ends of the line, and with Ctrl to those of the grid', () => {
    expect(press(5, 4, 'Home')).toEqual([5, 0]);
    expect(press(5, 4, 'End')).toEqual([5, 7]);
    expect(press(5, 4, 'Home', true)).toEqual([HEADER_ROW, 0]);
    expect(press(5, 4, 'End', true)).toEqual([29, 7]);
  });

  it('leaves every other key to the page', () => {
    expect(press(5, 4, 'Tab')).toBeNull();
    expect(press(5, 4, 'a')).toBeNull();
  });

  it('stays on the headers of an empty grid', () => {
    const empty = { lines: 0, columns: 8, pageLines: 1 };
    const key = { key: 'ArrowDown', withControl: false };
    expect(moveFocus({ line: -1, column: 1 }, key, empty)).toEqual({ line: -1, column: 1 });
  });
});
