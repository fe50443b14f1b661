import { describe, expect, it } from 'vitest';
import { samplingError } from '../../../../src/analysis';
import { heapFunctions } from '../../../../src/analysis/statistics/heapFunctions';
import { drawProfile } from '../../../support/drawProfile';
import { type HeapDrawing, stackParts } from '../../../support/stackParts';

const functionsOf = (heap: readonly HeapDrawing[]) =>
  heapFunctions(
    drawProfile('main |[cell]', {
      extra: builder =>
        stackParts(builder, {
          heap,
          files: { parse: 'node_modules/csv/index.js' },
          begins: { leak: 12, churn: 5 }
        })
    })
  );

describe('functions by what they allocated', () => {
  it('have those first of which most is still alive, however much others allocated', () => {
    const found = functionsOf([
      { stack: 'main churn', bytes: 9e8, samples: 900 },
      { stack: 'main leak', bytes: 3e6, aliveBytes: 2e6, samples: 4 },
      { stack: 'main', bytes: 5e6, aliveBytes: 1e6, samples: 5 }
    ]);
    expect(found.map(({ name }) => name)).toEqual(['leak', 'main', 'churn']);
    expect(found[0]).toEqual({
      ...{ name: 'leak', file: 'Cell [1]', line: 12, isOwn: true, samples: 4 },
      ...{ aliveBytes: 2e6, aliveErrorBytes: 1.959964e6 },
      ...{ allocatedBytes: 3e6, allocatedErrorBytes: 2.939946e6 }
    });
  });

  it('count what libraries and native code allocate for the code that called them', () => {
    const found = functionsOf([
      { stack: 'main leak parse', bytes: 0, aliveBytes: 10, samples: 1 },
      { stack: 'main leak (native)', bytes: 0, aliveBytes: 20, samples: 2 },
      { stack: '(native)', bytes: 0, aliveBytes: 5, samples: 1 }
    ]);
    expect(found.map(({ name, aliveBytes, samples }) => [name, aliveBytes, samples])).toEqual([
      ['leak', 30, 3],
      ['(native)', 5, 1]
    ]);
  });

  it('are none where the heap was not sampled', () => {
    expect(functionsOf([])).toEqual([]);
  });
});

describe('the error of a sampled sum', () => {
  it('is about two standard deviations', () => {
    expect(samplingError(100)).toBeCloseTo(19.6, 1);
    expect(samplingError(0)).toBe(0);
  });
});
