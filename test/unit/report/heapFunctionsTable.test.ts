import { expect, test } from 'vitest';
import { heapFunctionsTable, plainForm, tablesText } from '../../../src/report';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { type HeapDrawing, stackParts } from '../../support/stackParts';

const profileOf = (heap: readonly HeapDrawing[]) =>
  drawProfile('main |[cell]', {
    extra: builder => stackParts(builder, { heap, begins: { churn: 5 } })
  });

function textOf(profile: Profile, top: number): string {
  const table = heapFunctionsTable(profile, plainForm(top));
  return tablesText(table ? [table] : []);
}

test('functions that allocated stand with their uncertainty, few samples as rough', () => {
  const heap = [
    { stack: 'main churn', bytes: 6e7, samples: 400 },
    { stack: 'main', bytes: 130_000, samples: 1 }
  ];
  expect(textOf(profileOf(heap), 0)).toMatchInlineSnapshot(`
    "
    Allocations by function
    =================
    Allocated (kB)  Uncertainty  Function  Place
    --------------  -----------  ---------------
           60000.0      ± 9.8 %  churn  Cell [1]:5
             130.0        rough  main  Cell [1]:1
    Estimates from samples of the JavaScript heap, with their 95 % confidence interval; “rough” has too few samples.
    The contents of array buffers are outside this heap, and the place is where the function begins.
    Collected objects count as well; --retained adds what is still alive.
    "
  `);
});

test('what is still alive comes first where both were sampled', () => {
  const heap = [
    { stack: 'main churn', bytes: 6e7, samples: 400 },
    { stack: 'main', bytes: 1e6, aliveBytes: 5e5, samples: 100 }
  ];
  expect(textOf(profileOf(heap), 1)).toMatchInlineSnapshot(`
    "
    Allocations by function
    =================
    Still alive (kB)  Uncertainty  Allocated (kB)  Uncertainty  Function  Place
    ----------------  -----------  --------------  -----------  ---------------
               500.0       ± 20 %          1000.0       ± 20 %  main  Cell [1]:1
    1 more not shown (--top 0 shows all).
    Estimates from samples of the JavaScript heap, with their 95 % confidence interval; “rough” has too few samples.
    The contents of array buffers are outside this heap, and the place is where the function begins.
    "
  `);
});

test('there is no table where the heap was not sampled', () => {
  expect(textOf(profileOf([]), 10)).toBe('');
});
