import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calledFunction, calleeTotals } from '../../../../src/analysis/stacks/calledFunctions';
import { bottomUpTree, sandwichOf } from '../../../../src/analysis/stacks/callers';
import { type CallTree, callTree, childRows } from '../../../../src/analysis/stacks/callTree';
import {
  type StackWeights,
  heapStacks,
  nestedSlices,
  operatorStacks,
  sampleStacks
} from '../../../../src/analysis/stacks/stackWeights';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';
import { fullProfile } from '../../../support/fullProfile';
import { stackParts } from '../../../support/stackParts';

/** A tree as text: one line for each row, indented, with self and total. */
function drawn(profile: Profile, tree: CallTree): string[] {
  return Array.from(tree.callee, (callee, row) => {
    const { name } = calledFunction(profile, callee);
    return `${'  '.repeat(tree.depth[row])}${name} ${tree.self[row]}/${tree.total[row]}`;
  });
}

const calls = drawProfile('main |', {
  extra: builder =>
    stackParts(builder, {
      samples: [
        { stack: 'main:1 fib:5 fib:6', weight: 10 },
        { stack: 'main:1 fib:5', weight: 5 },
        { stack: 'main:2 fib:6 fib:6 fib:6', weight: 20 },
        { stack: 'main:2 log:9', weight: 40 },
        { stack: '(garbage collector)', weight: 3 },
        { stack: '', weight: 500 }
      ],
      heap: [
        { stack: 'main:1 log:9', bytes: 4096 },
        { stack: 'log:9', bytes: 100 }
      ]
    })
});

describe('a call tree', () => {
  it('merges stacks of the same functions at other lines, heaviest first, idle ones left out', () => {
    const tree = callTree(sampleStacks(calls));
    expect(drawn(calls, tree)).toEqual([
      'main 0/75',
      '  log 40/40',
      '  fib 5/35',
      '    fib 10/30',
      '      fib 20/20',
      '(garbage collector) 3/3'
    ]);
    expect(tree.whole).toBe(78);
    expect(childRows(tree, -1)).toEqual([0, 5]);
    expect(childRows(tree, 0)).toEqual([1, 2]);
  });

  it('knows what of a total was awaited, with all that this called, also below a function', () => {
    const { stacks, frames, strings } = calls;
    // the calls of fib by fib on line 6 of it
    const isAwaited = Uint8Array.from(stacks.prefix, (prefix, row) => {
      const name = (at: number): string => strings[frames.name[stacks.frame[at]]];
      return Number(prefix >= 0 && name(row) === 'fib' && stacks.line[prefix] === 2);
    });
    const tree = callTree(sampleStacks({ ...calls, stacks: { ...stacks, isAwaited } }));
    expect([...tree.awaited]).toEqual([0, 0, 20, 0, 0, 0]);
    expect(tree.awaited[2]).toBeLessThan(tree.total[2]);
    const fib = tree.callee[2];
    expect([...sandwichOf(tree, tree.callee[0]).callees.awaited]).toEqual([0, 0, 20, 0, 0]);
    expect([...sandwichOf(tree, fib).callees.awaited]).toEqual([0, 0, 0]);
  });

  it('keeps the kinds of frames that are no code of the user', () => {
    const tree = callTree(sampleStacks(calls));
    expect(calledFunction(calls, tree.callee[5]).kind).toBe(FrameKind.gc);
  });

  it('is of bytes where samples of the heap are counted', () => {
    const tree = callTree(heapStacks(calls));
    expect(tree.unit).toBe('bytes');
    expect(drawn(calls, tree)).toEqual(['main 0/4096', '  log 4096/4096', 'log 100/100']);
  });

  it('counts recursion once in the total of a function', () => {
    const { self, total } = calleeTotals(callTree(sampleStacks(calls)));
    expect([...self.slice(0, 3)]).toEqual([0, 35, 40]);
    expect([...total.slice(0, 3)]).toEqual([75, 35, 40]);
  });

  it('counts one thread and one stretch of time alone when asked to', () => {
    const whole = (filter: Parameters<typeof sampleStacks>[1]) =>
      callTree(sampleStacks(calls, filter)).whole;
    expect(whole({ track: 0 })).toBe(78);
    expect(whole({ track: 1 })).toBe(0);
    expect(whole({ window: { fromNs: 1, toNs: 3 } })).toBe(25);
    expect(whole({ track: 0, window: { fromNs: 3, toNs: 99 } })).toBe(43);
  });
});

describe('a bottom-up tree', () => {
  it('has the functions by their own weight, and below each what called it', () => {
    expect(drawn(calls, bottomUpTree(callTree(sampleStacks(calls))))).toEqual([
      'log 0/40',
      '  main 40/40',
      'fib 0/35',
      '  fib 0/30',
      '    fib 0/20',
      '      main 20/20',
      '    main 10/10',
      '  main 5/5',
      '(garbage collector) 3/3'
    ]);
  });
});

describe('the sandwich of a function', () => {
  it('has its callers and what it called, a call of itself counted once', () => {
    const tree = callTree(sampleStacks(calls));
    const { self, total, callers, callees } = sandwichOf(tree, tree.callee[2]);
    expect({ self, total }).toEqual({ self: 35, total: 35 });
    expect(drawn(calls, callers)).toEqual(['fib 0/35', '  main 35/35']);
    expect(drawn(calls, callees)).toEqual(['fib 5/35', '  fib 10/30', '    fib 20/20']);
    expect(callers.whole).toBe(78);
  });
});

describe('stacks of slices', () => {
  const profile = drawProfile(
    `main |[step              ]
          | [op/conv ][op/relu]
          |  [op/mul]`,
    {
      extra: builder =>
        stackParts(builder, {
          slices: [
            { slice: 1, stack: 'train:3 predict:8' },
            { slice: 2, stack: 'train:3 predict:8 kernel:2' },
            { slice: 3, stack: 'train:3 predict:9' }
          ]
        })
    }
  );

  it('count an operator on top of its stack, less what runs within it', () => {
    expect(drawn(profile, callTree(operatorStacks(profile)))).toEqual([
      'train 0/19',
      '  predict 0/19',
      '    relu 9/9',
      '    kernel 0/8',
      '      mul 8/8',
      '    conv 2/2'
    ]);
  });

  it('count what lies in the window alone', () => {
    const window = { fromNs: 8, toNs: 12 };
    const tree = callTree(operatorStacks(profile, { window }));
    expect(tree.whole).toBe(4);
  });

  it('are slices within slices where there are no stacks', () => {
    expect(drawn(profile, callTree(nestedSlices(profile)))).toEqual([
      'step 1/20',
      '  conv 2/10',
      '    mul 8/8',
      '  relu 9/9'
    ]);
  });
});

describe('trees of any profile', () => {
  const ways: readonly ((profile: Profile) => StackWeights)[] = [
    sampleStacks,
    heapStacks,
    operatorStacks,
    nestedSlices
  ];

  it('are whole, nowhere negative, and never more than their parents or everything', () => {
    fc.assert(
      fc.property(fullProfile(), profile => {
        for (const way of ways) {
          const weights = way(profile);
          const tree = callTree(weights);
          const sum = weights.weight.reduce((all, each) => all + each, 0);
          for (const each of [tree, bottomUpTree(tree)]) checkTree(each, sum);
          if (tree.length > 0) checkSandwich(tree, tree.callee[tree.length - 1]);
        }
      }),
      { numRuns: 60 }
    );
  });

  it('keep a function that calls itself within the whole, however deep', () => {
    const length = 100_000;
    const tree = callTree({
      unit: 'nanoseconds',
      length,
      prefix: Int32Array.from({ length }, (_, row) => row - 1),
      callee: new Uint32Array(length),
      weight: new Float64Array(length).fill(1),
      calleeCount: 1
    });
    expect(tree.depth[length - 1]).toBe(length - 1);
    expect([...calleeTotals(tree).total]).toEqual([length]);
    const bottomUp = bottomUpTree(tree);
    expect(bottomUp.isCut).toBe(true);
    expect(bottomUp.total[0]).toBe(length);
  });
});

function checkTree(tree: CallTree, sum: number): void {
  const { length, parent, end, self, total, whole } = tree;
  const tolerance = 1e-9 * Math.max(1, sum);
  const below = Float64Array.from(self);
  let roots = 0;
  for (let row = length - 1; row >= 0; row--) {
    expect(self[row]).toBeGreaterThanOrEqual(0);
    expect(Math.abs(total[row] - below[row])).toBeLessThanOrEqual(tolerance);
    if (parent[row] < 0) roots += total[row];
    else below[parent[row]] += total[row];
    expect(end[row]).toBeGreaterThan(row);
    if (parent[row] >= 0) expect(end[row]).toBeLessThanOrEqual(end[parent[row]]);
    const sibling = end[row];
    if (sibling < length && parent[sibling] === parent[row]) {
      expect(total[row]).toBeGreaterThanOrEqual(total[sibling]);
    }
  }
  expect(Math.abs(whole - sum)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(roots - sum)).toBeLessThanOrEqual(tolerance);
}

function checkSandwich(tree: CallTree, callee: number): void {
  const { total, callers, callees } = sandwichOf(tree, callee);
  const tolerance = 1e-9 * Math.max(1, tree.whole);
  expect(total).toBeLessThanOrEqual(tree.whole + tolerance);
  expect(Math.abs(callers.total[0] - total)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(callees.total[0] - total)).toBeLessThanOrEqual(tolerance);
}
