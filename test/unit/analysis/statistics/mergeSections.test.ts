import { describe, expect, it } from 'vitest';
import { aggregate, mergeSections } from '../../../../src/analysis';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';

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
