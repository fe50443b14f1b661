import { describe, expect, it } from 'vitest';
import { profileHtml } from '../../../../src/formats/html/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';
import { gpuTraining } from '../../../support/gpuTraining';

/** The tables of GPUs in a page, which come after all that it has of others. */
const gpuTables = (profile: Profile): string =>
  /<caption[^>]*>GPUs.*/s.exec(profileHtml(profile))?.[0] ?? '';

/** What a person reads of each row, cell by cell. */
function rowsOf(html: string): string[][] {
  const rows = html.match(/<tr>.*?<\/tr>/gs) ?? [];
  return rows.map(row =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, text]) =>
      text.replaceAll('\u00a0', ' ')
    )
  );
}

describe('GPUs in HTML', () => {
  it('are left out where nothing ran on one', () => {
    expect(profileHtml(drawProfile('main |[cell]'))).not.toContain('GPU');
  });

  it('are told by device, kernel and copy', () => {
    const html = gpuTables(gpuTraining({ steps: 10 }));
    const rows = rowsOf(html);
    expect(rows[1]).toEqual([
      ...['GPU 0 · NVIDIA H200', '3.55', '1.28', '0', '6.17', '32.0 %', '43.9 %', '█████▎']
    ]);
    expect(rows[3].slice(1)).toEqual([
      ...['10', '2.60', '73.2 %', '████████▊', '0.260', '0.260', '0.260'],
      ...['[8, 32, 1]', '[256, 1, 1]', '230', '98.3 kB', '12.5 %', '█▌', 'Registers']
    ]);
    expect(rows.at(-3)?.slice(0, 4)).toEqual([
      ...['Memcpy HtoD (Pinned -&gt; Device)', '10', '1.10', '41.9 MB']
    ]);
    expect(html).toMatch(/was idle: host busy [\d.]+ ms, /);
  });

  it('are bounded, and escaped', () => {
    const html = gpuTables(gpuTraining({ steps: 1, otherKernels: 400 }));
    expect(html).toContain('383 more rows not shown.');
    const training = gpuTraining({ steps: 1 });
    const rename = (text: string) => (text.startsWith('relu') ? '<b>relu</b>' : text);
    const escaped = gpuTables({ ...training, strings: training.strings.map(rename) });
    expect(escaped).toContain('&lt;b&gt;relu');
    expect(escaped).not.toContain('<b>');
  });
});
