import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileCosts } from '../../../../src/analysis/stacks/fileCosts';
import { functionWeights } from '../../../../src/analysis/stacks/calledFunctions';
import {
  lineCostKinds,
  lineCosts,
  heapLines,
  operatorLines
} from '../../../../src/analysis/stacks/lineCosts';
import { lineHeat } from '../../../../src/analysis/stacks/lineHeat';
import { heapStacks } from '../../../../src/analysis/stacks/stackWeights';
import { drawProfile } from '../../../support/drawProfile';
import { fullProfile } from '../../../support/fullProfile';
import { stackParts } from '../../../support/stackParts';

const library = 'node_modules/tfjs/engine.js';

const profile = drawProfile(
  `main |[op/conv ][op/relu]
        | [op/mul]`,
  {
    extra: builder =>
      stackParts(builder, {
        files: { kernel: library },
        slices: [
          { slice: 0, stack: 'train:3 predict:8 kernel:70' },
          { slice: 1, stack: 'train:3 predict:8 kernel:70 kernel:72' },
          { slice: 2, stack: 'train:3 train:3' }
        ],
        heap: [
          { stack: 'train predict kernel', bytes: 1000 },
          { stack: 'train predict', bytes: 200 }
        ]
      })
  }
);

describe('time of operators by line', () => {
  it('counts at the innermost line of the user, and once at each line of the stack', () => {
    const { lines, whole } = operatorLines(profile);
    expect(whole).toBe(19);
    expect(lines).toEqual([
      { file: 'Cell [1]', line: 3, self: 9, total: 19 },
      { file: 'Cell [1]', line: 8, self: 10, total: 10 },
      { file: library, line: 70, self: 0, total: 10 },
      { file: library, line: 72, self: 0, total: 8 }
    ]);
  });

  it('is a share of the run, as that of CPU samples', () => {
    const costs = lineCosts(profile, 'operators');
    expect(costs).toMatchObject({ unit: 'nanoseconds', whole: 19, hasTotals: true });
    expect(costs.lines[0]).toEqual({
      file: 'Cell [1]',
      line: 3,
      selfShare: 9 / 19,
      totalShare: 1
    });
    expect(fileCosts(profile, costs)).toEqual([
      { file: 'Cell [1]', selfShare: 1, totalShare: 1 },
      { file: library, selfShare: 0, totalShare: 10 / 19 }
    ]);
  });
});

describe('bytes by line', () => {
  it('counts at the line on which a function begins, the only one that V8 knows', () => {
    expect(heapLines(profile)).toEqual({
      unit: 'bytes',
      whole: 1200,
      lines: [
        { file: 'Cell [1]', line: 1, self: 200, total: 1200 },
        { file: library, line: 1, self: 1000, total: 1000 }
      ]
    });
  });

  it('has the functions that allocated most first', () => {
    const functions = functionWeights(profile, heapStacks(profile));
    expect(functions.map(({ name, self, total }) => [name, self, total])).toEqual([
      ['kernel', 1000, 1000],
      ['predict', 200, 1200],
      ['train', 0, 1200]
    ]);
  });
});

describe('the heat of a line', () => {
  it('has bytes and operators beside CPU time, and null where a line has none', () => {
    const heat = lineHeat(profile, 'Cell [1]');
    expect(
      heat.map(({ line, totalBytes, operatorSelfNs }) => [line, totalBytes, operatorSelfNs])
    ).toEqual([
      [1, 1200, null],
      [3, null, 9],
      [8, null, 10]
    ]);
  });
});

describe('kinds of cost', () => {
  it('are those that were recorded', () => {
    expect(lineCostKinds(profile)).toEqual(['allocations', 'operators']);
    expect(lineCostKinds(drawProfile('main |[a]'))).toEqual([]);
  });
});

it('no line weighs more than everything, nor more by itself than in all', () => {
  fc.assert(
    fc.property(fullProfile(), any => {
      for (const { lines, whole } of [heapLines(any), operatorLines(any)]) {
        const tolerance = 1e-9 * Math.max(1, whole);
        for (const { self, total } of lines) {
          expect(self).toBeGreaterThanOrEqual(0);
          expect(self).toBeLessThanOrEqual(total + tolerance);
          expect(total).toBeLessThanOrEqual(whole + tolerance);
        }
      }
    }),
    { numRuns: 60 }
  );
});
