import { describe, expect, it } from 'vitest';
import { lineCosts } from '../../../../src/analysis/stacks/lineCosts';
import { type LineDrawing, sourceProfile } from '../../../support/sourceProfile';

const file = 'Cell [1]';
const costs = (lines: readonly LineDrawing[], sampleCount = 100) =>
  lineCosts(sourceProfile({ cell: null, lines, durationNs: 1000, sampleCount }));

describe('lineCosts', () => {
  it('states times of call sites as shares of the run', () => {
    const { lines, hasTotals, sampleCount } = costs([
      { file, line: 1, selfNs: 50, totalNs: 800 },
      { file, line: 2, selfNs: 750, totalNs: 750 }
    ]);
    expect(lines.map(({ selfShare, totalShare }) => [selfShare, totalShare])).toEqual([
      [0.05, 0.8],
      [0.75, 0.75]
    ]);
    expect({ hasTotals, sampleCount }).toEqual({ hasTotals: true, sampleCount: 100 });
  });

  it('leaves ticks aside where call sites were recorded: those are other samples', () => {
    const { lines } = costs([
      { file, line: 1, ticks: 90 },
      { file, line: 2, selfNs: 10, totalNs: 20 }
    ]);
    expect(lines.map(({ line }) => line)).toEqual([2]);
  });

  it('counts ticks as shares of all samples, also of those of no line', () => {
    const { lines, hasTotals } = costs([{ file, line: 3, ticks: 25 }]);
    expect(lines).toEqual([{ file, line: 3, selfShare: 0.25, totalShare: null }]);
    expect(hasTotals).toBe(false);
  });

  it('never gives more than everything, whatever a profile claims', () => {
    expect(costs([{ file, line: 1, ticks: 500 }]).lines[0].selfShare).toBe(1);
    expect(costs([{ file, line: 1, selfNs: -5, totalNs: 9000 }]).lines[0]).toMatchObject({
      selfShare: 0,
      totalShare: 1
    });
  });
});
