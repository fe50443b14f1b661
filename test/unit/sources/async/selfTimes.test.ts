import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selfTimesOf } from '../../../../src/analysis/slices/selfTimes';
import { createRange } from '../../../../src/engine/annotate/range';
import { Recorder } from '../../../../src/record/recorder';
import { AsyncFollowers, wantedFollowing } from '../../../../src/sources/async/async';
import { isFollowingCheap } from '../../../../src/sources/async/asyncContext';
import { finishWindow } from '../../../support/recording';

/** What a range does, in turn: it computes for so many nanoseconds, awaits, or runs what is inside. */
type Part = number | 'await' | 'callback' | Tree | readonly Tree[];

interface Tree {
  readonly isAsync: boolean;
  readonly parts: readonly Part[];
}

/** Trees of ranges; those at the side of others await, so that they take turns. */
const TREES = fc.letrec<{ tree: Tree; syncTree: Tree; asyncTree: Tree }>(tie => {
  const own = fc.integer({ min: 1, max: 50 });
  return {
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('syncTree'),
      tie('asyncTree')
    ),
    syncTree: fc.record({
      isAsync: fc.constant(false),
      parts: fc.array(fc.oneof({ maxDepth: 3 }, own, tie('syncTree')), { maxLength: 3 })
    }),
    asyncTree: fc.record({
      isAsync: fc.constant(true),
      parts: fc.array(
        fc.oneof(
          { maxDepth: 4 },
          own,
          fc.constant<Part>('await'),
          fc.constant<Part>('callback'),
          tie('tree'),
          fc.array(tie('asyncTree'), { minLength: 2, maxLength: 3 })
        ),
        { maxLength: 5 }
      )
    })
  };
});

/** A tree runs for itself; in one whose ranges take turns, waiting is not told from running. */
function takesTurns({ parts }: Tree): boolean {
  return parts.some(part => Array.isArray(part) || (isTree(part) && takesTurns(part)));
}

function isTree(part: Part): part is Tree {
  return typeof part === 'object' && 'parts' in part;
}

/** The self time of each range, and the range around it, in order of their beginnings. */
interface Ranges {
  readonly selfNs: number[];
  readonly parent: number[];
}

/** Runs a tree; returns its ranges as they were recorded, and as they are known. */
async function run(
  tree: Tree,
  option: boolean | null,
  isCheap: boolean
): Promise<{ readonly recorded: Ranges; readonly known: Ranges }> {
  let time = 0n;
  const recorder = new Recorder({ clock: () => time });
  const range = createRange(recorder);
  const followers = new AsyncFollowers(recorder.bodies, isCheap);
  const wanted = wantedFollowing(option);
  if (wanted) followers.add(wanted);
  const known: Ranges = { selfNs: [], parent: [] };
  const newRow = (parent: number): number => {
    known.parent.push(parent);
    return known.selfNs.push(0) - 1;
  };
  const runSync = ({ parts }: Tree, parent: number): void => {
    const row = newRow(parent);
    range(String(row), () => {
      for (const part of parts) {
        if (typeof part === 'number') {
          time += BigInt(part);
          known.selfNs[row] += part;
        } else if (isTree(part)) runSync(part, row);
      }
    });
  };
  const runAsync = (each: Tree, parent: number): Promise<void> => {
    const row = newRow(parent);
    return range(String(row), async () => {
      for (const part of each.parts) {
        if (typeof part === 'number') {
          time += BigInt(part);
          known.selfNs[row] += part;
        } else if (part === 'await') await Promise.resolve();
        else if (part === 'callback') await new Promise(resolve => setImmediate(resolve));
        else if (!isTree(part)) await Promise.all(part.map(inner => runAsync(inner, row)));
        else if (part.isAsync) await runAsync(part, row);
        else runSync(part, row);
      }
    });
  };
  const window = recorder.openWindow();
  await runAsync(tree, -1);
  recorder.endWindow(window);
  if (wanted) followers.remove(wanted);
  const profile = finishWindow(recorder, window);
  const { slices, labels, strings } = profile;
  const own = selfTimesOf(profile, () => true);
  const numberOf = (row: number) => Number(strings[labels.name[slices.label[row]]]);
  const recorded: Ranges = { selfNs: [], parent: [] };
  for (let row = 0; row < slices.length; row++) {
    const parent = slices.parent[row];
    recorded.selfNs[numberOf(row)] = own[row];
    recorded.parent[numberOf(row)] = parent < 0 ? -1 : numberOf(parent);
  }
  return { recorded, known };
}

const STORES = isFollowingCheap() ? [true, false] : [false, true];

test.each(STORES)('self time is what the code of a range took itself, cheap: %s', async isCheap => {
  await fc.assert(
    fc.asyncProperty(TREES.asyncTree, async tree => {
      const unasked = await run(tree, null, isCheap);
      expect(unasked.recorded.parent).toEqual(unasked.known.parent);
      if (!takesTurns(tree)) expect(unasked.recorded).toEqual(unasked.known);
      const { recorded, known } = await run(tree, true, isCheap);
      expect(recorded).toEqual(known);
    }),
    { numRuns: 300 }
  );
});
