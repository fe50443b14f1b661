import { expect, it } from 'vitest';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { stackParts } from '../../../support/stackParts';

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
