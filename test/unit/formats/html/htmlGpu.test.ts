import { describe, expect, it } from 'vitest';
import { profileHtml } from '../../../../src/formats/html/write';
import { gpuTables } from '../../../../src/formats/html/htmlGpu';
import { drawProfile } from '../../../support/drawProfile';
import { gpuTraining } from '../../../support/gpuTraining';

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
    expect(gpuTables(drawProfile('main |[cell]')).text).toBe('');
    expect(profileHtml(drawProfile('main |[cell]'))).not.toContain('GPU');
  });

  it('are told by device, kernel and copy', () => {
    const html = gpuTables(gpuTraining({ steps: 10 })).text;
    const rows = rowsOf(html);
    expect(rows[1]).toEqual([
      ...['GPU 0 · NVIDIA H200', '3.55 ms', '1.28 ms', '0 ns', '6.17 ms', '32.0 %', '43.9 %'],
      '█████▎'
    ]);
    expect(rows[3].slice(1, 9)).toEqual([
      ...['10', '2.60 ms', '260 µs', '[8, 32, 1]', '[256, 1, 1]', '230', '98.3 kB', '12.5 %']
    ]);
    expect(rows.at(-3)?.slice(0, 4)).toEqual([
      ...['Memcpy HtoD (Pinned -&gt; Device)', '10', '1.10 ms', '41.9 MB']
    ]);
    expect(html).toMatch(/was idle: host busy [\d.]+ ms, /);
  });

  it('are bounded, and escaped', () => {
    const html = gpuTables(gpuTraining({ steps: 1, otherKernels: 400 })).text;
    expect(html).toContain('Kernels, the 15 with the most time of 403');
    const training = gpuTraining({ steps: 1 });
    const rename = (text: string) => (text.startsWith('relu') ? '<b>relu</b>' : text);
    const escaped = gpuTables({ ...training, strings: training.strings.map(rename) }).text;
    expect(escaped).toContain('&lt;b&gt;relu');
    expect(escaped).not.toContain('<b>');
  });
});
