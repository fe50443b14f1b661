import { describe, expect, it } from 'vitest';
import { crossRankDocument } from '../../../../src/formats';
import { plantedRanks } from '../../../support/crossRankGrids';

const { report } = plantedRanks(4, 8);

describe('the page that compares ranks', () => {
  it('has data that cannot end its element, and reads as it was given', () => {
    const bundle = { folder: '</script><!--<script>\u2028&' };
    const page = crossRankDocument({ report, bundle, script: '1', style: '', scriptHash: 'x' });
    const data = /<script type="application\/json"[^>]*>([^]*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(bundle);
    expect(data).not.toMatch(/[<>&\u2028]/);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });

  it('runs the script of this hash alone, and loads nothing', () => {
    const page = crossRankDocument({
      report,
      bundle: {},
      script: '1',
      style: '',
      scriptHash: 'h+/='
    });
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-h+/='"`.replaceAll(
        "'",
        '&#39;'
      )
    );
    expect(page).not.toMatch(/\b(?:src|href)=/);
  });

  it('has names as text in its tables', () => {
    const [run] = report.runs;
    const ranks = run.ranks.map(rank => ({ ...rank, host: '<img src=x>' }));
    const hostile = { ...report, runs: [{ ...run, ranks }] };
    const parts = { bundle: {}, script: '1', style: '', scriptHash: 'x' };
    const page = crossRankDocument({ report: hostile, ...parts });
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x&gt;');
  });
});
