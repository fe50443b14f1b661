import { describe, expect, it } from 'vitest';
import { summarizeRange } from '../../../../../extension/src/views/timeline/details';
import { drawProfile } from '../../../../support/drawProfile';

describe('summarizeRange', () => {
  it('adds up by name what lies within the range, cut to it', () => {
    const profile = drawProfile(`
      main        |[step       ][step     ]
                  | [a][b     ]
      rss {bytes} |10     20`);
    const summary = summarizeRange(profile, { fromNs: 2, toNs: 10 });
    expect(summary).toMatchObject({ count: 3, names: 3 });
    expect(summary.rows.map(({ name, count, total }) => [name, count, total])).toEqual([
      ['step', 1, 8],
      ['b', 1, 6],
      ['a', 1, 2]
    ]);
  });

  it('lists the ten names with most time', () => {
    const names = Array.from({ length: 14 }, (_, at) => `[${'n'.repeat(at + 1)}]`);
    const summary = summarizeRange(drawProfile(`main |${names.join('')}`), {
      fromNs: 0,
      toNs: 1000
    });
    expect(summary.names).toBe(14);
    expect(summary.rows.map(({ name }) => name.length)).toEqual([
      14, 13, 12, 11, 10, 9, 8, 7, 6, 5
    ]);
  });
});
