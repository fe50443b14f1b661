import { expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { TimeWindow } from '../../../../src/analysis/slices/window';
import { mxnetTable } from '../../../../src/compat/mxnet/compatDumps';
import { dumpsTable } from '../../../../src/report/dumpsTable';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { drawProfile } from '../../../support/drawProfile';

const DRAWING = `
  lane 1  |     [predict>p                     ]
  main    |[range/step  ] [range/step    ]
          |[outer      ]  [L>b^p]
          | [outer    ]
          |  [L>a]
  gpu 0/7 |       [K<a] [K<a  ] [K<b ]    [K]`;

function gpuTimes(window?: TimeWindow): Record<string, number | undefined> {
  const sections = aggregate(drawGpuProfile(DRAWING), { window });
  const rows = sections.flatMap(section => section.rows);
  return Object.fromEntries(rows.map(({ name, gpu }) => [name, gpu]));
}

it('gives work to all that is around its start, and to each name once', () => {
  expect(gpuTimes()).toEqual({
    ...{ step: 18, outer: 12, predict: 6, cudaLaunchKernel: 18, gemm: undefined }
  });
});

it('cuts work to a window', () => {
  expect(gpuTimes({ fromNs: 10, toNs: 20 })).toMatchObject({ outer: 9, predict: undefined });
});

it('heads a column of statistics where a GPU worked, and none elsewhere', () => {
  const heading = 'GPU Time (ms)';
  const [, text] = dumpsTable(aggregate(drawGpuProfile(DRAWING))).split('entries.\n');
  const blocks = text.split('\n\n');
  const withColumn = blocks.filter(block => block.includes(heading));
  expect(withColumn.map(block => block.trim().split('\n')[0])).toEqual([
    'cuda_runtime',
    'operator',
    'range'
  ]);
  expect(dumpsTable(aggregate(drawProfile('main |[op/conv]')))).not.toContain(heading);
  const compat = mxnetTable(aggregate(drawGpuProfile(DRAWING)));
  expect(compat).not.toContain(heading);
});
