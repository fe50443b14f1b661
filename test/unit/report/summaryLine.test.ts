import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/analysis/statistics/overview';
import { profileNotes } from '../../../src/report/text/profileNotes';
import { summaryLine } from '../../../src/report/summaryLine';
import { drawGpuProfile } from '../../support/drawGpuProfile';
import { drawProfile } from '../../support/drawProfile';

const NOTHING_DROPPED = { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 };

describe('summaryLine', () => {
  it('tells wall, CPU, peak memory, slices and overhead in one line', () => {
    const profile = drawProfile(
      `
      main             |[a][b]
      node/rss {bytes} |210000000`,
      { nsPerColumn: 1e8, meta: { cpuTimeNs: 8e8, overheadNs: 9e6 } }
    );
    expect(summaryLine(summarize(profile))).toBe(
      'wall 900 ms · CPU 800 ms · peak memory 210 MB · slices 2 · overhead 9.00 ms (1.0 %)'
    );
  });

  it.each([
    ['one thread', { cpuTimeNs: 8e8, overheadNs: 9e6 }, '1.0 %'],
    ['three threads', { cpuTimeNs: 27e8, overheadNs: 27e6 }, '1.0 %'],
    ['an estimate beyond all of it', { cpuTimeNs: 8e8, overheadNs: 9e9 }, '100 %']
  ])('has the overhead of %s as a part of the time of all', (_, meta, share) => {
    const profile = drawProfile('main |[a][b]', { nsPerColumn: 1.5e8, meta });
    expect(summaryLine(summarize(profile))).toMatch(new RegExp(`overhead .* \\(${share}\\)$`));
  });

  it('tells how busy GPUs were, on the average of those that worked', () => {
    const profile = drawGpuProfile(`
      main    |[matMul           ]
      gpu 0/7 |   [K    ]
      gpu 0/8 |      [H      ]
      gpu 1/7 |[F ]              `);
    expect(summaryLine(summarize(profile))).toContain(' · GPU busy 8 ns (42 %) · ');
  });

  it('leaves out what was not measured and ends with what was dropped', () => {
    const profile = drawProfile('main |[a]', {
      meta: { dropped: { ...NOTHING_DROPPED, slices: 1200 } }
    });
    expect(summaryLine(summarize(profile))).toBe(
      'wall 3 ns · CPU 3 ns · slices 1,201 · overhead 0 ns (0.0 %) · dropped 1,200 slices'
    );
  });

  it('has no CPU time and no overhead of a profile that was made of another file', () => {
    const profile = drawProfile('main |[a]', {
      meta: { cpuTimeNs: 0, overheadNs: 0 },
      extra: () => ({ sources: [{ source: 'import', status: 'ok', message: '', records: 1 }] })
    });
    expect(summaryLine(summarize(profile))).toBe('wall 3 ns · slices 1');
  });
});

describe('profileNotes', () => {
  it('has nothing to say about a complete profile', () => {
    expect(profileNotes(drawProfile('main |[a]'))).toEqual([]);
  });

  it('names drops, an early end and sources that failed, each once', () => {
    const profile = drawProfile('main |[a]', {
      meta: { dropped: { ...NOTHING_DROPPED, slices: 1200, flows: 3 }, status: 'interrupted' },
      extra: () => ({
        sources: [
          { source: 'memory', status: 'ok', message: '', records: 3 },
          { source: 'cpuSampler', status: 'failed', message: 'inspector is busy', records: 0 },
          { source: 'cpuSampler', status: 'failed', message: 'inspector is busy', records: 0 }
        ]
      })
    });
    expect(profileNotes(profile)).toEqual([
      '1,200 slices were recorded but not kept; totals are exact.',
      'Also recorded but not kept: 3 flows.',
      'The code was interrupted; everything up to then is here.',
      'CPU samples: inspector is busy'
    ]);
  });
});
