import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type {
  AggregateRow,
  AggregateSection
} from '../../../../src/analysis/statistics/aggregateTypes';
import { rankOf } from '../../../../src/base/stats';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { nestedProfile } from '../../../support/nestedProfile';

function rowOf(sections: readonly AggregateSection[], name: string): AggregateRow {
  const row = sections.flatMap(section => section.rows).find(each => each.name === name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
}

describe('aggregate', () => {
  it('counts, sums and averages slices by name and category', () => {
    const sections = aggregate(
      drawProfile(`
        main |[step       ] [step ]
             | [op/add][op/add]`)
    );
    expect(sections.map(section => section.category)).toEqual(['range', 'op']);
    expect(rowOf(sections, 'step')).toMatchObject({ count: 2, total: 20, min: 7, max: 13 });
    expect(rowOf(sections, 'add')).toMatchObject({ count: 2, total: 16, average: 8, self: 16 });
  });

  it('takes direct children on the same track from the self time, but none of another track', () => {
    const sections = aggregate(
      drawProfile(`
        main   |[outer            ]
               |  [inner    ]
               |    [leaf]
        lane 1 |   [async   ]`)
    );
    expect(rowOf(sections, 'outer')).toMatchObject({ total: 19, self: 8 });
    expect(rowOf(sections, 'inner')).toMatchObject({ total: 11, self: 5 });
    expect(rowOf(sections, 'async')).toMatchObject({ total: 10, self: 10 });
  });

  it('adds the exact totals of slices that were not kept', () => {
    const profile = drawProfile('main |[step]', {
      extra: builder => ({
        droppedTotals: {
          length: 1,
          label: Uint32Array.of(builder.label('step', 'range')),
          count: Float64Array.of(10),
          total: Float64Array.of(100),
          self: Float64Array.of(97),
          min: Float64Array.of(1),
          max: Float64Array.of(40)
        }
      })
    });
    const step = rowOf(aggregate(profile), 'step');
    expect(step).toMatchObject({ count: 11, total: 106, self: 103, min: 1, max: 40, p99: 6 });
  });

  it('counts the values of a counter that are numbers', () => {
    const profile = drawProfile('rss {bytes} |1 2 3');
    const [counter] = profile.counters;
    const withValues = (...value: number[]) => {
      const counters = [{ ...counter, value: Float64Array.from(value) }];
      return aggregate({ ...profile, counters });
    };
    const [{ rows }] = withValues(NaN, 4, Infinity);
    expect(rows).toMatchObject([{ count: 1, total: 4, min: 4, max: 4, average: 4, p99: 4 }]);
    expect(withValues(NaN, NaN, NaN)).toEqual([]);
  });

  it('makes one row of a counter, with its last value and the mean of its values', () => {
    const sections = aggregate(drawProfile('rss {bytes} |10 40 20 30'));
    expect(sections).toMatchObject([{ category: 'Device Storage', unit: 'bytes' }]);
    expect(rowOf(sections, 'rss')).toEqual({
      name: 'rss',
      count: 4,
      total: 30,
      self: 30,
      min: 10,
      max: 40,
      average: 25,
      p50: 20,
      p95: 40,
      p99: 40
    });
  });

  it('cuts slices to a window and leaves out what lies beside it', () => {
    const profile = drawProfile(`
      main        |[outer      ] [late]
                  |  [in]   [in]
      rss {bytes} |1    2      3     4`);
    const sections = aggregate(profile, { window: { fromNs: 4, toNs: 10 } });
    expect(rowOf(sections, 'outer')).toMatchObject({ count: 1, total: 6, self: 3 });
    expect(rowOf(sections, 'in')).toMatchObject({ count: 2, total: 3 });
    expect(rowOf(sections, 'rss')).toMatchObject({ count: 1, total: 2 });
    expect(() => rowOf(sections, 'late')).toThrow('no row late');
  });

  it('gives no section for an empty profile', () => {
    expect(aggregate(drawProfile(''))).toEqual([]);
  });

  it('keeps self times adding up to the outermost slices, for any nesting', () => {
    fc.assert(
      fc.property(nestedProfile(), profile => {
        const rows = aggregate(profile).flatMap(section => section.rows);
        const sumOf = (pick: (row: AggregateRow) => number) =>
          rows.reduce((sum, row) => sum + pick(row), 0);
        expect(sumOf(row => row.count)).toBe(profile.slices.length);
        const outermost = profile.slices.parent.reduce(
          (sum, parent, row) => sum + (parent < 0 ? profile.slices.duration[row] : 0),
          0
        );
        expect(sumOf(row => row.self)).toBeCloseTo(outermost, 6);
        for (const row of rows) expect(row.self).toBeGreaterThanOrEqual(0);
      })
    );
  });

  it('finds the same percentiles as sorting, with few slices of a name and with many', () => {
    const durations = (count: number, spread: number) =>
      Float64Array.from({ length: count }, (_, i) => Math.floor(((i * 7919) % 1009) ** spread));
    for (const [count, spread] of [
      [37, 1],
      [9000, 2],
      [20_000, 0],
      [12_000, 5]
    ]) {
      const duration = durations(count, spread);
      const start = Float64Array.from(duration, (_, i) => i * 1e16);
      const empty = drawProfile('main |[a]');
      const profile = {
        ...empty,
        slices: {
          length: count,
          start,
          duration,
          label: new Uint32Array(count),
          track: new Uint16Array(count),
          parent: new Int32Array(count).fill(-1)
        }
      };
      const sorted = duration.slice().sort();
      const row = rowOf(aggregate(profile), 'a');
      expect([row.p50, row.p95, row.p99]).toEqual(
        [0.5, 0.95, 0.99].map(quantile => sorted[rankOf(count, quantile)])
      );
    }
  });

  it('has one row for a counter of the repetitions of a program, each a process of its own', () => {
    const builder = new ProfileBuilder();
    for (const [run, pid] of [7, 8, 9].entries()) {
      const track = builder.addTrack({ name: 'main thread', kind: 'thread', pid });
      const start = run * 100;
      const repetition = { name: 'repetition', category: 'repetition' };
      builder.addSlice({ ...repetition, start, duration: 100, track });
      const counter = {
        name: 'heap',
        category: 'process',
        unit: 'bytes',
        kind: 'sampled'
      } as const;
      const [time, value] = [Float64Array.of(start), Float64Array.of(10 * (run + 1))];
      builder.addCounter({ ...counter, track, time, value });
    }
    const profile = builder.build({ ...sampleMeta(300), pid: 7 });
    const section = aggregate(profile).find(({ unit }) => unit === 'bytes');
    expect(section?.rows).toMatchObject([
      { name: 'heap', count: 3, min: 10, max: 30, average: 20 }
    ]);
  });

  it('names the process of a counter that several have, but for the recorded one', () => {
    const { counters, tracks, ...rest } = drawProfile('heap {bytes} |10   20');
    const [own] = counters;
    const other = { ...own, track: tracks.length };
    const processes = [
      ...tracks.map(track => ({ ...track, pid: 7 })),
      { ...tracks[own.track], pid: 8 }
    ];
    const meta = { ...rest.meta, pid: 7 };
    const [{ rows }] = aggregate({ ...rest, meta, tracks: processes, counters: [own, other] });
    expect(rows.map(({ name }) => name)).toEqual(['heap', 'heap (process 8)']);
  });

  it('shows a counter that the code sets in place of a sampled one of the same name', () => {
    const { counters, ...rest } = drawProfile('heap {bytes} |10   20\nheap {bytes} |   7   9');
    const [sampled, set] = counters;
    const both = [
      { ...sampled, kind: 'sampled' as const },
      { ...set, kind: 'set' as const }
    ];
    const [{ rows }] = aggregate({ ...rest, counters: both });
    expect(rows).toEqual([expect.objectContaining({ name: 'heap', count: 2, average: 8 })]);
  });
});
