import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { gridWidths } from '../../../../../extension/src/views/table/columnWidths';
import { columnsFor } from '../../../../../extension/src/views/table/model';
import { repeatedRow, row, timeSection } from '../../exampleBundle';

const options = { formats: createNumberFormats('en'), wallNs: 1e12 };
const columns = (total: number): string =>
  gridWidths(
    columnsFor('time', []),
    [timeSection('a', row('x', 1, 1), row('y', 3, total))],
    options
  ).columns;

describe('the widths of columns', () => {
  it('have room for the longest number of any row', () => {
    expect(columns(8_487_081_732)).toContain(`max(96px, ${'8,487.0817'.length}ch + 16px)`);
    expect(columns(8_487_081_732_000)).toContain(`${'8,487,081.7320'.length}ch`);
  });

  it('have room for the headings where nothing is in the table', () => {
    expect(gridWidths(columnsFor('counter', []), [], options).columns).toMatch(
      /^minmax\(176px, 1fr\) max\(104px, 0ch/
    );
  });

  it('have room for the figures of a repeated cell', () => {
    const sections = [timeSection('a', repeatedRow('x', [8_487_081_732, 1]), row('y', 1, 1))];
    const { columns: shown } = gridWidths(['name', 'meanPerRun'], sections, options);
    expect(shown).toContain(`max(128px, ${'8,487.0817'.length}ch + 16px)`);
  });

  it('add up to what the grid takes at least', () => {
    expect(gridWidths(columnsFor('time', []), [], options).least).toMatch(
      /^calc\(176px \+ max\(.* \+ 108px \+ /
    );
  });
});
