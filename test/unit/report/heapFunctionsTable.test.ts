import { expect, test } from 'vitest';
import { heapFunctionsTable } from '../../../src/report';
import { drawProfile } from '../../support/drawProfile';
import type { HeapDrawing } from '../../support/stackParts';
import { stackParts } from '../../support/stackParts';

const profileOf = (heap: readonly HeapDrawing[]) =>
  drawProfile('main |[cell]', {
    extra: builder => stackParts(builder, { heap, begins: { churn: 5 } })
  });

test('functions that allocated stand with their uncertainty, few samples as rough', () => {
  const heap = [
    { stack: 'main churn', bytes: 6e7, samples: 400 },
    { stack: 'main', bytes: 130_000, samples: 1 }
  ];
  expect(heapFunctionsTable(profileOf(heap), 0)).toMatchInlineSnapshot(`
    "
    Allocations by Function
    =================
    Allocated (kB)  Uncertainty  Function
    --------------  -----------  --------
           60000.0      ± 9.8 %  churn  Cell [1]:5
             130.0        rough  main  Cell [1]:1
    Estimates from samples of the JavaScript heap, with their 95 % confidence interval.
    "
  `);
});

test('what is still alive comes first where both were sampled', () => {
  const heap = [
    { stack: 'main churn', bytes: 6e7, samples: 400 },
    { stack: 'main', bytes: 1e6, aliveBytes: 5e5, samples: 100 }
  ];
  expect(heapFunctionsTable(profileOf(heap), 1)).toMatchInlineSnapshot(`
    "
    Allocations by Function
    =================
    Still alive (kB)  Uncertainty  Allocated (kB)  Uncertainty  Function
    ----------------  -----------  --------------  -----------  --------
               500.0       ± 20 %          1000.0       ± 20 %  main  Cell [1]:1
    1 more not shown (--top 0 shows all).
    Estimates from samples of the JavaScript heap, with their 95 % confidence interval.
    "
  `);
});

test('there is no table where the heap was not sampled', () => {
  expect(heapFunctionsTable(profileOf([]), 10)).toBe('');
});
