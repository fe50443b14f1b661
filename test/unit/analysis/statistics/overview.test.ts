import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimate } from '../../../../src/analysis/slices/counterValues';
import { longestSlices } from '../../../../src/analysis/slices/longestSlices';
import { summarize } from '../../../../src/analysis/statistics/overview';
import { summaryLine } from '../../../../src/report/summaryLine';
import { drawProfile } from '../../../support/drawProfile';
import { nestedProfile } from '../../../support/nestedProfile';

describe('summarize', () => {
  it('gives the peak of the resident set size and counts dropped slices as recorded', () => {
    const dropped = { slices: 5, instants: 0, counterValues: 0, args: 0, flows: 0 };
    const profile = drawProfile(
      `
      main             |[a ][b ]
      node/rss {bytes} |10 90 40`,
      { meta: { dropped, overheadNs: 3 } }
    );
    expect(summarize(profile)).toMatchObject({
      wallNs: 8,
      peakRssBytes: 90,
      slices: 7,
      droppedSlices: 5,
      overheadNs: 3,
      cellFile: null
    });
  });

  it('knows no CPU time and no overhead of what it did not record', () => {
    const drawn = drawProfile('main |[a]', { meta: { cpuTimeNs: 0 } });
    const imported = { source: 'import', status: 'ok', message: '', records: 1 } as const;
    const withoutRuntime = { ...drawn, meta: { ...drawn.meta, runtime: '' } };
    for (const profile of [withoutRuntime, { ...drawn, sources: [imported] }]) {
      expect(summarize(profile)).toMatchObject({ cpuNs: null, overheadNs: null });
      expect(summaryLine(summarize(profile))).toBe('wall 3 ns · slices 1');
    }
    expect(summarize(drawn)).toMatchObject({ cpuNs: 0, overheadNs: 0 });
  });

  it('says null, not zero, when memory was not sampled', () => {
    expect(summarize(drawProfile('main |[a]')).peakRssBytes).toBeNull();
  });
});

describe('longestSlices', () => {
  it('keeps the longest in order of time', () => {
    const { slices } = drawProfile('main |[aaa][a][aaaa][a]');
    expect([...longestSlices(slices, 2)]).toEqual([0, 2]);
    expect([...longestSlices(slices, 3)]).toEqual([0, 1, 2]);
    expect([...longestSlices(slices, 9)]).toEqual([0, 1, 2, 3]);
    expect([...longestSlices(slices, 0)]).toEqual([]);
  });

  it('leaves out no slice that is longer than one it keeps', () => {
    fc.assert(
      fc.property(nestedProfile(), fc.nat(20), ({ slices }, limit) => {
        const kept = longestSlices(slices, limit);
        expect(kept.length).toBe(Math.min(limit, slices.length));
        const isKept = new Set(kept);
        const shortest = Math.min(...[...kept].map(row => slices.duration[row]));
        slices.duration.forEach((duration, row) => {
          if (!isKept.has(row) && kept.length > 0) expect(duration).toBeLessThanOrEqual(shortest);
        });
      })
    );
  });
});

describe('decimate', () => {
  it('keeps the ends and every extreme within the limit', () => {
    const points = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(points, fc.integer({ min: 4, max: 40 }), (values, limit) => {
        const time = Float64Array.from(values, (_, row) => row);
        const kept = decimate({ time, value: Float64Array.from(values) }, limit);
        expect(kept.time.length).toBeLessThanOrEqual(limit);
        expect(Math.max(...kept.value)).toBe(Math.max(...values));
        expect(Math.min(...kept.value)).toBe(Math.min(...values));
        expect([kept.time[0], kept.time.at(-1)]).toEqual([0, values.length - 1]);
        expect([...kept.time]).toEqual([...kept.time].sort((a, b) => a - b));
      })
    );
  });
});
