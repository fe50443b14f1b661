import { describe, expect, it } from 'vitest';
import { aggregate, mergeSections } from '../../../../src/analysis';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import { evaluateBudgets } from '../../../../src/analysis/budgets/evaluateBudgets';
import type {
  AggregateRow,
  AggregateSection
} from '../../../../src/analysis/statistics/aggregateTypes';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { RUNNING_ARG } from '../../../../src/model/profile/argKeys';
import type { Profile } from '../../../../src/model/profile/profile';
import { parseBudgets } from '../../../../src/settings/budgets/parseBudgets';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';

function at(originNs: number, drawing: string): Profile {
  return drawProfile(drawing, { meta: { originNs: String(originNs) } });
}

const pieces = [
  at(1000, 'main |[a  ][b] [b ]\nrss {bytes} |10  30'),
  at(2000, 'main |[op/b][c]\nrss {bytes} |5 '),
  at(3000, 'main |[a]  [b     ]')
];

describe('mergeSections', () => {
  it('gives the count, total, extremes and mean of the whole', () => {
    const whole = aggregate(mergeProfiles(pieces));
    const merged = mergeSections(pieces.map(piece => aggregate(piece)));
    const figures = (sections: typeof merged) =>
      Object.fromEntries(
        sections.map(({ category, rows }) => [
          category,
          rows.map(({ p50: _p50, p95: _p95, p99: _p99, ...row }) => row)
        ])
      );
    expect(figures(merged)).toEqual(figures(whole));
  });

  it('gives one stretch back as it is, and nothing for none', () => {
    const sections = aggregate(pieces[0]);
    expect(mergeSections([sections])).toBe(sections);
    expect(mergeSections([])).toEqual([]);
  });

  it('has a finite mean of values whose sum is not', () => {
    const high = aggregate(at(1000, 'main |[a]\nrss {bytes} |1'));
    const rss = high.map(section => ({
      ...section,
      rows: section.rows.map(row => ({ ...row, average: 1e308, count: 10 }))
    }));
    const merged = mergeSections([rss, rss]).find(({ unit }) => unit === 'bytes');
    expect(merged?.rows[0].average).toBe(1e308);
  });
});

describe('a profile merged with itself', () => {
  /** Code that waits on a lane, code on the thread, what ran on a GPU, and counters. */
  const profile = ((): Profile => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const lane = builder.addTrack({ name: 'lane', kind: 'asyncLane', parent: track });
    const device = builder.addTrack({ name: 'GPU 0', kind: 'device' });
    const stream = builder.addTrack({ name: 'stream 7', kind: 'cudaStream', parent: device });
    for (const at of [0, 300, 600]) {
      const args = { [RUNNING_ARG]: 40 };
      const range = { category: 'range', args: {} };
      builder.addSlice({ ...range, name: 'fetch', start: at, duration: 250, track: lane, args });
      const call = builder.addSlice({ ...range, name: 'a', start: at, duration: 100, track });
      builder.addSlice({ ...range, name: 'b', start: at + 10, duration: 20, track });
      const kernel = { name: 'gemm', category: 'kernel', start: at + 40, duration: 90 };
      builder.addFlow('ac2g', 'ac2g', call, builder.addSlice({ ...kernel, track: stream }));
    }
    for (const [name, unit] of [
      ['rss', 'bytes'],
      ['latency', 'nanoseconds']
    ] as const) {
      builder.addCounter({
        ...{ name, category: 'counters', unit, kind: 'set', track },
        time: Float64Array.of(0, 100, 400),
        value: Float64Array.of(5e9, 3, 7)
      });
    }
    return builder.build(sampleMeta(1000));
  })();

  const ADDITIVE = ['count', 'total', 'self', 'gpu', 'waiting'] as const;

  it('doubles every column that adds up, and nothing else', () => {
    const sections = aggregate(profile);
    const waited = sections.flatMap(({ rows }) => rows).find(({ name }) => name === 'fetch');
    expect(waited).toMatchObject({ waiting: 3 * 210 });
    const doubled = sections.map(section => ({
      ...section,
      rows: section.rows.map(row => {
        const adds = section.unit === 'nanoseconds' ? ADDITIVE : (['count'] as const);
        const sums = adds.flatMap(column => {
          const value = row[column];
          return value === undefined ? [] : [[column, 2 * value]];
        });
        return { ...row, ...(Object.fromEntries(sums) as Partial<AggregateRow>) };
      })
    }));
    expect(mergeSections([sections, sections])).toEqual(doubled);
    const later = { ...profile, meta: { ...profile.meta, originNs: '5000' } };
    const columns = (all: readonly AggregateSection[]) =>
      all.map(section => ({
        ...section,
        rows: section.rows.map(({ p50: _p50, p95: _p95, p99: _p99, ...row }) => row)
      }));
    expect(columns(aggregate(mergeProfiles([profile, later])))).toEqual(columns(doubled));
  });

  it('does not know the waiting time of a name of which one stretch does not', () => {
    const sections = aggregate(profile);
    const unknown = sections.map(section => ({
      ...section,
      rows: section.rows.map(({ waiting: _waiting, ...row }) => row)
    }));
    for (const both of [
      [sections, unknown],
      [unknown, sections]
    ]) {
      const rows = mergeSections(both).flatMap(section => section.rows);
      expect(rows.every(row => !('waiting' in row))).toBe(true);
    }
  });

  it('counts values of nanoseconds as numbers, not as slices', () => {
    const rows = aggregate(profile).filter(({ unit }) => unit === 'nanoseconds');
    expect(rows.flatMap(section => section.rows).map(({ name }) => name)).not.toContain('latency');
    const counters = aggregate(profile).find(({ unit }) => unit === 'count');
    expect(counters?.rows).toMatchObject([{ name: 'latency (ns)', count: 3, max: 5e9, total: 7 }]);
    const subject = { profile, sections: aggregate(profile), isPartial: false, hiddenRows: 0 };
    for (const budget of ['count(/latency/) == 0', 'max(/./) <= 250ns']) {
      expect(evaluateBudgets(subject, parseBudgets(budget))[0]).toMatchObject({ isMet: true });
    }
  });
});
