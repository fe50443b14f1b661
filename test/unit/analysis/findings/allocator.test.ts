import { describe, expect, it, test } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { drawProfile } from '../../../support/drawProfile';
import { type HeapDrawing, stackParts } from '../../../support/stackParts';
import { mostOf } from '../../../../src/analysis/findings/sampleUses';

const findingsOf = (heap: readonly HeapDrawing[]) =>
  profileFindings(
    drawProfile('main |[cell]', {
      nsPerColumn: 1e6,
      extra: builder =>
        stackParts(builder, {
          heap,
          files: { parse: 'node_modules/csv/index.js' },
          begins: { churn: 5 }
        })
    })
  ).findings.filter(({ kind }) => kind === 'allocations');

test('the function that allocates most of all is named, with what libraries allocated for it', () => {
  const found = findingsOf([
    { stack: 'main churn', bytes: 6e7, samples: 300 },
    { stack: 'main churn parse', bytes: 2e7, samples: 100 },
    { stack: 'main', bytes: 1e7, samples: 50 }
  ]);
  expect(found).toMatchObject([
    {
      facts: {
        ...{ function: 'churn', file: 'Cell [1]', line: 5 },
        ...{ allocatedBytes: 8e7, allBytes: 9e7 }
      },
      target: { view: 'memory' }
    }
  ]);
  const [{ facts }] = found as { facts: { errorBytes: number } }[];
  expect(facts.errorBytes / 8e7).toBeCloseTo(1.96 / Math.sqrt(400), 2);
});

test.each<[why: string, heap: readonly HeapDrawing[]]>([
  ['allocates little', [{ stack: 'main churn', bytes: 5e6, samples: 300 }]],
  ['may allocate little', [{ stack: 'main churn', bytes: 2e7, samples: 4 }]],
  [
    'allocates no more than others',
    ['a', 'b', 'c', 'd'].map(name => ({ stack: `main ${name}`, bytes: 5e7, samples: 300 }))
  ],
  ['belongs to a library', [{ stack: 'parse', bytes: 5e8, samples: 900 }]],
  ['allocates what is still alive', [{ stack: 'main churn', bytes: 0, aliveBytes: 5e8 }]]
])('no function is named that %s', (_, heap) => {
  expect(findingsOf(heap)).toEqual([]);
});

describe('most of some time', () => {
  it.each([
    [
      [
        ['a', 51],
        ['b', 49]
      ],
      'a'
    ],
    [
      [
        ['a', 50],
        ['b', 50]
      ],
      null
    ],
    [
      [
        ['a', 40],
        ['b', 30],
        ['c', 30]
      ],
      null
    ],
    [[['a', 1]], 'a'],
    [[], null]
  ] as const)('is more than half of %j: %j', (times, most) => {
    expect(mostOf(new Map<string, number>(times))).toBe(most);
  });
});
