import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { ColumnChoice } from '../../../../../extension/src/views/table/columnChoice';
import { GridLayout } from '../../../../../extension/src/views/table/gridLayout';
import type { BundleSection } from '../../../../../src/model/output/bundle';
import { row, timeSection } from '../../exampleBundle';

const times = timeSection('operator', row('conv2d', 5, 8e6));
const functions = timeSection('your code', ['parse', NaN, 8e6, 5e6, NaN, NaN, NaN, NaN, NaN, NaN]);
const memory: BundleSection = { category: 'memory', unit: 'bytes', rows: [row('RSS', 40, 148e6)] };

function layoutOf(
  time: BundleSection | null,
  counter: BundleSection | null,
  choice = new ColumnChoice(null)
): GridLayout {
  const layout = new GridLayout({ formats: createNumberFormats('en'), choice });
  layout.setContent('time', { sections: time ? [time] : [], wallNs: 1e9 });
  layout.setContent('counter', { sections: counter ? [counter] : [], wallNs: 1e9 });
  return layout;
}

const trackCount = (layout: GridLayout): number =>
  layout.widths.columns.split(/ (?![^(]*\))/).length;

describe('the layout of grids below each other', () => {
  it('has one track for a column that times and counters have', () => {
    const layout = layoutOf(times, memory);
    expect(layout.columns.join(' ')).toBe(
      'name count total self share min max average p50 p95 p99'
    );
    expect(layout.columnsOf('counter').join(' ')).toBe(
      'name count total min max average p50 p95 p99'
    );
    expect(trackCount(layout)).toBe(11);
  });

  it('adds no columns of counters to functions until a person asks for them', () => {
    const choice = new ColumnChoice(null);
    const layout = layoutOf(functions, memory, choice);
    expect(layout.columnsOf('time').join(' ')).toBe('name total self share count max');
    expect(layout.columnsOf('counter').join(' ')).toBe('name total count max');
    expect(layout.offeredColumns).toContain('min');
    expect(layout.kindOf('min')).toBe('counter');
    choice.show(['min']);
    expect(layout.columnsOf('time').join(' ')).toBe('name total self share count max');
    expect(layout.columnsOf('counter').join(' ')).toBe('name total count min max');
  });

  it('has the columns of the counters where nothing was timed', () => {
    const layout = layoutOf(null, memory);
    expect(layout.columns).toEqual(layout.columnsOf('counter'));
    expect(layout.columns).toContain('p99');
    expect(layout.kindOf('total')).toBe('counter');
  });

  it('leaves the same columns out of all grids where room is short', () => {
    const layout = layoutOf(times, memory);
    layout.setRoom(704);
    expect(layout.columnsOf('time').join(' ')).toBe('name total self share p95 p99');
    expect(layout.columnsOf('counter').join(' ')).toBe('name total p95 p99');
    layout.setRoom(0);
    expect(layout.columnsOf('counter')).not.toContain('min');
  });

  it('gives a column the width that a person chose, in all grids', () => {
    const layout = layoutOf(times, memory);
    layout.resize('total', 222);
    expect(layout.widths.columns).toContain(' 222px ');
    layout.fit('total');
    expect(layout.widths.columns).not.toContain(' 222px ');
  });
});
