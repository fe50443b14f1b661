import { describe, expect, it } from 'vitest';
import { gpuReport } from '../../../src/analysis/gpu/buildGpuReport';
import { gpuReportText } from '../../../src/report/gpuReportText';
import { drawGpuProfile } from '../../support/drawGpuProfile';
import { h200 } from '../../support/h200';
import { stackParts } from '../../support/stackParts';

const DRAWING = `
  main    |[matMul     ][parse       ][C>b            ]
          | [L>a]
  gpu 0/7 |      [K<a           ]         [H<b  ]
  gpu 1/7 |      [kernel/a${'\u001b'}[2J name]`;

function textOf(drawing: string, top = 0): readonly string[] {
  const profile = drawGpuProfile(drawing, {
    nsPerColumn: 1e5,
    meta: { gpus: [h200()] },
    args: {
      gemm: { block: '[128, 1, 1]', 'registers per thread': 168 },
      'Memcpy HtoD (Pinned -> Device)': { bytes: 22_400_000 }
    },
    extra: builder => stackParts(builder, { slices: [{ slice: 0, stack: 'train:4' }] })
  });
  const report = gpuReport(profile);
  if (report === null) throw new Error('Nothing ran on a GPU');
  return gpuReportText(report, { wallNs: profile.meta.durationNs, top }).split('\n');
}

describe('the report of GPUs as text', () => {
  it('says how busy devices and streams were, and why they were idle', () => {
    expect(textOf(DRAWING).slice(0, 9)).toEqual([
      '',
      'GPU 0 (NVIDIA H200): busy 2.30 ms (52.3 %) · kernels 1.60 ms · copies 700 µs, 0 ns beside kernels · theoretical occupancy 18.8 %',
      '  stream 7: 2.30 ms (52.3 %), 2 works',
      '  idle: copying 1.00 ms (22.7 %) · host busy 600 µs (13.6 %) · launching 500 µs (11.4 %)',
      '  gap of 900 µs at 2.20 ms, host busy: parse',
      '  gap of 600 µs at 0 ns, launching: cudaLaunchKernel',
      '  gap of 600 µs at 3.80 ms, copying: cudaMemcpy',
      '',
      'GPU 1: busy 1.90 ms (43.2 %) · kernels 1.90 ms · copies 0 ns, 0 ns beside kernels'
    ]);
  });

  it('has apart what only fills took, so that times add up', () => {
    const [, facts] = textOf('gpu 0/7 |[K ][F  ]\ngpu 0/8 |      [D ]');
    expect(facts).toContain(
      'busy 1.00 ms (100.0 %) · kernels 400 µs · copies 400 µs, 0 ns beside kernels · fills alone 200 µs'
    );
  });

  it('says that graphs are among kernels where there are any, as they are no rows of kernels', () => {
    const [, facts] = textOf('gpu 0/7 |[K ][G     ]');
    expect(facts).toContain('kernels and graphs 1.20 ms');
    expect(textOf('gpu 0/7 |[K ][H ]')[1]).toContain(' kernels 400 µs');
  });

  it('has tables, longest first, with what names hide shown as escapes', () => {
    const text = textOf(DRAWING);
    const tableOf = (title: string): readonly string[] => {
      const from = text.indexOf(title) + 2;
      return text.slice(from, text.indexOf('', from)).map(line => line.replace(/ {2,}/g, ' | '));
    };
    expect(tableOf('Kernels')).toEqual([
      'Count | Total (ms) | Share % | Avg (us) | Min (us) | Max (us) | Occupancy % | Kernel | Limited by',
      '----- | ---------- | ------- | -------- | -------- | -------- | ----------- | ------------------',
      ' | 1 | 1.900 | 54.3 | 1900.00 | 1900.00 | 1900.00 | - | a\\u001b[2J name',
      ' | 1 | 1.600 | 45.7 | 1600.00 | 1600.00 | 1600.00 | 18.8 | gemm | Registers'
    ]);
    expect(tableOf('Copies and fills')[2]).toBe(
      ' | 1 | 0.700 | 22400.0 | 32000.0 | 50.0 | Memcpy HtoD (Pinned -> Device)'
    );
    expect(tableOf('GPU time by operator')[2]).toBe(' | 1 | 1 | 1.600 | 38.1 | matMul');
    expect(tableOf('GPU time by source line')[2]).toBe(' | 1 | 1.600 | 38.1 | Cell [1]:4');
    expect(text.at(-2)).toBe(
      'From 1 launch to their start: mean 500 µs, p50 500 µs, p95 500 µs, max 500 µs; 500 µs in all calls together.'
    );
  });

  it('shows as many rows as asked for, and says how many more there are', () => {
    const text = textOf(DRAWING, 1);
    expect(text.filter(line => line.includes('gemm'))).toEqual([]);
    expect(text).toContain('1 more not shown (--top 0 shows all).');
  });
});
