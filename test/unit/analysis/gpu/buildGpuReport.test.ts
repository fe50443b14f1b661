import { describe, expect, it } from 'vitest';
import type { GpuReport } from '../../../../src/model/output/gpuReport';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { type DrawGpuOptions, drawGpuProfile } from '../../../support/drawGpuProfile';
import { h200 } from '../../../support/h200';
import { drawProfile } from '../../../support/drawProfile';
import { stackParts } from '../../../support/stackParts';

function report(drawing: string, options?: DrawGpuOptions): GpuReport {
  const made = gpuReport(drawGpuProfile(drawing, options));
  if (made === null) throw new Error('Nothing ran on a GPU');
  return made;
}

describe('the report of GPUs', () => {
  it('is absent where nothing ran on one', () => {
    expect(gpuReport(drawProfile('main |[op/conv]'))).toBeNull();
  });

  it('tells when devices and their streams worked, and where copies hid behind kernels', () => {
    const { devices } = report(`
      main     |[matMul                      ]
      gpu 0/7  |   [K     ]   [K    ]
      gpu 0/8  |        [H    ]
      gpu 0/8b |          [H  ]
      gpu 1/7  |[F ]                         `);
    expect(devices).toMatchObject([
      { device: 0, track: 1, busyNs: 18, kernelNs: 15, copyNs: 7, overlappedNs: 4 },
      { device: 1, track: 5, busyNs: 4, kernelNs: 0, copyNs: 0, overlappedNs: 0 }
    ]);
    expect(devices[0].streams).toEqual([
      { track: 2, name: 'stream 7', busyNs: 15, works: 2, utilisation: 15 / 30 },
      { track: 3, name: 'stream 8', busyNs: 7, works: 2, utilisation: 7 / 30 }
    ]);
  });

  it('counts no work outside of the recorded window', () => {
    const { devices } = report('gpu 0/7 |  [K       ]', { meta: { durationNs: 6 } });
    expect(devices).toMatchObject([{ busyNs: 4, idleNs: { nothingLaunched: 2 } }]);
    expect(devices[0].streams[0].utilisation).toBeCloseTo(4 / 6);
  });

  it('keeps kernels of one name together, with what its longest run asked for', () => {
    const { kernels } = report('gpu 0/7 |[K   ] [K  ] [kernel/relu]', {
      meta: { gpus: [h200()] },
      args: {
        gemm: {
          grid: '[16, 2, 1]',
          block: '[256, 1, 1]',
          'registers per thread': 128,
          'shared memory': 32_768
        }
      }
    });
    expect(kernels).toMatchObject([
      { name: 'relu', count: 1, totalNs: 13, minNs: 13, occupancy: null, limitedBy: null },
      {
        ...{ name: 'gemm', count: 2, totalNs: 11, minNs: 5, maxNs: 6, share: 11 / 24 },
        ...{ grid: '[16, 2, 1]', block: '[256, 1, 1]', registers: 128, sharedBytes: 32_768 },
        ...{ occupancy: 0.25, limitedBy: 'registers' }
      }
    ]);
  });

  it('takes the mean occupancy of a device over the time of the kernels for which it is known', () => {
    const { devices } = report('gpu 0/7 |[K   ][kernel/relu][kernel/none ]', {
      meta: { gpus: [h200()] },
      args: {
        gemm: { block: '[128, 1, 1]', 'registers per thread': 168 },
        relu: { block: '[1024, 1, 1]', 'registers per thread': 32 }
      }
    });
    expect(devices[0].occupancy).toBeCloseTo((6 * (12 / 64) + 13) / 19);
  });

  it('compares copies with the link, and copies within a device and fills with its memory', () => {
    const { transfers } = report(
      'gpu 0/7 |[H      ][gpu_memcpy/Memcpy DtoD ][F      ][gpu_memcpy/Memcpy PtoP (x)]',
      {
        nsPerColumn: 1000,
        meta: { gpus: [h200()] },
        args: {
          'Memcpy HtoD (Pinned -> Device)': { bytes: 288_000 },
          'Memcpy DtoD': { bytes: 30_000_000 },
          'Memset (Device)': { bytes: 4_320_000 },
          'Memcpy PtoP (x)': { bytes: 1000 }
        }
      }
    );
    const seen = Object.fromEntries(transfers.map(each => [each.name.slice(7, 11), each]));
    expect(seen.HtoD.bytesPerSecond).toBeCloseTo(32e9);
    expect(seen.HtoD.shareOfPeak).toBeCloseTo(0.5);
    expect(seen.DtoD.bytesPerSecond).toBeCloseTo(1.2e12);
    expect(seen.DtoD.shareOfPeak).toBeCloseTo(0.5);
    expect(seen['(Dev'].shareOfPeak).toBeCloseTo(0.1);
    expect(seen.PtoP).toMatchObject({ count: 1, bytes: 1000, shareOfPeak: null });
  });

  it('knows no peak of a device that the profile does not describe', () => {
    const { transfers } = report('gpu 0/7 |[H  ]', {
      args: { 'Memcpy HtoD (Pinned -> Device)': { bytes: 10 } }
    });
    expect(transfers).toMatchObject([{ bytesPerSecond: 2e9, shareOfPeak: null }]);
  });
});

describe('launches', () => {
  it('take from the start of the call to that of its first kernel', () => {
    const { launches } = report(`
      main    |[L>a] [L>b]  [A>c]
      gpu 0/7 |    [K<a ] [K<b][K<b][H<c]`);
    expect(launches).toEqual({ count: 2, meanNs: 4.5, p50Ns: 4, p95Ns: 5, maxNs: 5, callNs: 10 });
  });

  it('are not known where calls were not recorded', () => {
    expect(
      report(`
      main    |[matMul>a]
      gpu 0/7 |    [K<a ]`).launches
    ).toBeNull();
  });
});

describe('operators', () => {
  it('have the work that was started in them and in none within them', () => {
    const { operators } = report(`
      main    |[outer         ] [outer     ]
              | [L>a][inner ]     [L>d]
              |      [L>b]            
      gpu 0/7 |    [K<a ] [K<b  ]     [K<d][K<d]  [K]`);
    expect(operators).toEqual([
      { name: 'outer', count: 2, works: 3, totalNs: 16 },
      { name: 'inner', count: 1, works: 1, totalNs: 7 }
    ]);
  });

  it('own what their code launches after an await, on whatever track that runs', () => {
    const { operators } = report(`
      lane 1  |  [predict>p                              ]
      main    |[fit     ]          [L>a^p] [sync^p][L>c^p]
              |                             [L>b]
      gpu 0/7 |                       [K<a] [K<b ]  [K<c ]`);
    expect(operators).toEqual([
      { name: 'predict', count: 1, works: 2, totalNs: 11 },
      { name: 'sync', count: 1, works: 1, totalNs: 6 }
    ]);
  });

  it('are before ranges, which have the work that no operator started', () => {
    const { operators } = report(`
      main    |[range/epoch                          ]
              |[range/step     ][L>c]
              |[matMul ][L>b]
              | [L>a]
      gpu 0/7 |    [K<a][K<b  ] [K<c]`);
    expect(operators).toEqual([
      { name: 'step', count: 1, works: 1, totalNs: 7 },
      { name: 'matMul', count: 1, works: 1, totalNs: 5 },
      { name: 'epoch', count: 1, works: 1, totalNs: 5 }
    ]);
  });

  it('start work themselves where calls were not recorded', () => {
    expect(
      report(`
      main    |[matMul>a]
      gpu 0/7 |    [K<a ]`).operators
    ).toEqual([{ name: 'matMul', count: 1, works: 1, totalNs: 6 }]);
  });
});

/** The lines of a drawing whose slices, by row, were begun with these stacks. */
function linesOf(drawing: string, stacks: Readonly<Record<number, string>>) {
  const slices = Object.entries(stacks).map(([slice, stack]) => ({ slice: Number(slice), stack }));
  const files = { matMul: 'node_modules/tfjs/dist/ops.js', layer: 'model.ts' };
  const profile = drawGpuProfile(drawing, {
    extra: builder => stackParts(builder, { slices, files })
  });
  return gpuReport(profile)?.lines;
}

it('gives work to the innermost line of the user, wherever libraries went on', () => {
  const lines = linesOf(
    `
    main    |[a>x] [b>y] [c>z]
    gpu 0/7 |  [K<x] [K<y][K<z  ]`,
    { 0: 'train:3 layer:8 matMul:120', 2: 'train:4', 4: 'train:4 matMul:7' }
  );
  expect(lines).toEqual([
    { file: 'Cell [1]', line: 4, works: 2, totalNs: 12 },
    { file: 'model.ts', line: 8, works: 1, totalNs: 5 }
  ]);
});

it('looks at the call first, then at the operators around it', () => {
  const drawing = `
    main    |[outer                ]
            | [L>a] [inner        ]
            |        [L>b]
    gpu 0/7 |      [K<a  ]     [K<b]`;
  expect(linesOf(drawing, { 0: 'train:1', 3: 'train:2' })).toEqual([
    { file: 'Cell [1]', line: 1, works: 1, totalNs: 7 },
    { file: 'Cell [1]', line: 2, works: 1, totalNs: 5 }
  ]);
  expect(linesOf(drawing, { 0: 'train:1', 1: 'train:9' })?.map(({ line }) => line)).toEqual([9, 1]);
});

it('has no lines where stacks were not recorded, or none of the user is on them', () => {
  const drawing = 'main    |[a>x]\ngpu 0/7 |  [K<x]';
  expect(linesOf(drawing, {})).toEqual([]);
  expect(linesOf(drawing, { 0: '(root) matMul:3' })).toEqual([]);
});
