import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import {
  chosenWidth,
  fittingColumns,
  gridWidths,
  wholeNamesWidth
} from '../../../../../extension/src/views/table/columnWidths';
import { columnsFor } from '../../../../../extension/src/views/table/model';
import type { BundleRow } from '../../../../../src/model/output/bundle';
import { repeatedRow, row, timeSection } from '../../exampleBundle';

const options = { formats: createNumberFormats('en'), wallNs: 1e12 };
const columns = (total: number, ...least: readonly BundleRow[]): string =>
  gridWidths(
    columnsFor('time', []),
    [timeSection('a', row('x', 1, 1e6), row('y', 3, total), ...least)],
    options
  ).columns;

describe('the widths of columns', () => {
  it('have room for the longest number of any row', () => {
    expect(columns(8_487_081_732_000)).toContain(`max(96px, ${'8,487,082'.length}ch + 16px)`);
    expect(columns(8_487_081_732, row('z', 1, 1))).toContain(`${'0.000001'.length}ch`);
  });

  it('have room for the headings where nothing is in the table', () => {
    expect(gridWidths(columnsFor('counter', []), [], options).columns).toMatch(
      /^minmax\(176px, 1fr\) max\(104px, 0ch/
    );
  });

  it('have room for the figures of a repeated cell', () => {
    const sections = [timeSection('a', repeatedRow('x', [8_487_081_732, 1]), row('y', 1, 1))];
    const { columns: shown } = gridWidths(['name', 'meanPerRun'], sections, options);
    expect(shown).toContain(`max(128px, ${'8,487'.length}ch + 16px)`);
  });

  it('let long names take a part of a narrow grid alone, and all that they need on request', () => {
    const sections = [timeSection('operator', row('n'.repeat(90), 1, 1))];
    expect(gridWidths(['name', 'count'], sections, options).columns).toMatch(
      /^minmax\(clamp\(176px, 20cqi, 380px\), 1fr\) /
    );
    expect(wholeNamesWidth(sections)).toBeGreaterThan(90 * 8);
  });

  it('are those that a person chose, within reason', () => {
    const chosen = new Map([
      ['name', chosenWidth(300.4)],
      ['count', chosenWidth(-20)]
    ] as const);
    const widths = gridWidths(['name', 'count'], [], { ...options, chosen });
    expect(widths).toEqual({ columns: '300px 48px', least: 'calc(300px + 48px)' });
    expect(chosenWidth(1e9)).toBe(1200);
  });

  it('add up to what the grid takes at least', () => {
    expect(gridWidths(columnsFor('time', []), [], options).least).toMatch(
      /^calc\(176px \+ max\(.* \+ 108px \+ /
    );
  });

  it('leave out first what says least, and nothing that is wanted', () => {
    const sections = [timeSection('a', row('x', 1, 1e6))];
    const fitting = (roomPx: number, wanted = 'name'): string =>
      fittingColumns(columnsFor('time', []), sections, {
        ...options,
        roomPx,
        digitPx: 8,
        isWanted: column => column === wanted
      }).join(' ');
    expect(fitting(1400)).toBe('name count total self share min max average p50 p95 p99');
    expect(fitting(704)).toBe('name total self share p95 p99');
    expect(fitting(704, 'min')).toBe('name total self share min p99');
    expect(fitting(0)).toBe(fitting(1400));
  });
});
