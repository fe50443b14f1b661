import { assert, property, array, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enclosingSlices } from '../../../../src/analysis/slices/nesting';
import type { SliceTable } from '../../../../src/model/profile/profile';
import {
  assignAsyncLanes,
  MAX_ASYNC_LANES,
  UNSHARED_LANES
} from '../../../../src/record/build/asyncLanes';
import { seededRandom } from '../../../support/random';

interface Drawn {
  readonly start: number;
  readonly duration: number;
  readonly parent?: number;
}

function tableOf(slices: readonly Drawn[]): SliceTable {
  return {
    length: slices.length,
    start: Float64Array.from(slices, ({ start }) => start),
    duration: Float64Array.from(slices, ({ duration }) => duration),
    label: new Uint32Array(slices.length),
    track: new Uint16Array(slices.length),
    parent: Int32Array.from(slices, ({ parent }) => parent ?? -1)
  };
}

/** `group:lane` of each slice. */
function lanesOf(slices: readonly Drawn[], groups: readonly number[]): string[] {
  const { lane } = assignAsyncLanes(tableOf(slices), Uint8Array.from(groups), 2);
  return [...lane].map((each, row) => `${groups[row]}:${each}`);
}

/** Whether `row` is among the parents of a slice, and theirs. */
function isWithin(slices: readonly Drawn[], slice: Drawn, row: number): boolean {
  if (slice.parent === undefined || slice.parent < 0) return false;
  return slice.parent === row || isWithin(slices, slices[slice.parent], row);
}

/** Pairs of slices on one lane that overlap without nesting; in O(n²), as a reader would look. */
function crossings(slices: readonly Drawn[], lanes: readonly string[]): number {
  let count = 0;
  slices.forEach((first, row) => {
    slices.slice(row + 1).forEach((second, offset) => {
      if (lanes[row] !== lanes[row + 1 + offset]) return;
      const ends = [first.start + first.duration, second.start + second.duration];
      const isApart = second.start >= ends[0];
      const nests = isWithin(slices, second, row) && ends[1] <= ends[0];
      if (!isApart && !nests) count++;
    });
  });
  return count;
}

describe('assignAsyncLanes', () => {
  test('uses the first lane that is free, and a new one only when none is', () => {
    const slices = [
      { start: 0, duration: 10 },
      { start: 2, duration: 2 },
      { start: 4, duration: 9 },
      { start: 10, duration: 1 }
    ];
    expect(lanesOf(slices, [1, 1, 1, 1])).toEqual(['1:0', '1:1', '1:1', '1:0']);
  });

  test('keeps a slice in the lane of its parent only where it ends within it', () => {
    const slices = [
      { start: 0, duration: 10 },
      { start: 1, duration: 5, parent: 0 },
      { start: 2, duration: 4, parent: 1 },
      { start: 3, duration: 20, parent: 0 }
    ];
    expect(lanesOf(slices, [1, 1, 1, 1])).toEqual(['1:0', '1:0', '1:0', '1:1']);
  });

  test('never mixes groups, not even for the sake of a parent', () => {
    const slices = [
      { start: 0, duration: 10 },
      { start: 1, duration: 5, parent: 0 },
      { start: 2, duration: 1 }
    ];
    expect(lanesOf(slices, [1, 2, 0])).toEqual(['1:0', '2:0', '0:-1']);
  });

  describe('with more slices in flight than lanes of their own', () => {
    const MANY = 2.5 * UNSHARED_LANES;
    const ownParents = (slices: readonly Drawn[], lane: Int32Array): Int32Array => {
      const track = Uint16Array.from(lane);
      return enclosingSlices({ ...tableOf(slices), track }, MAX_ASYNC_LANES);
    };

    test('has slices share lanes, none of them within one that it is no part of', () => {
      const random = seededRandom(7);
      const outer = Array.from({ length: MANY }, (_, row) => ({
        start: row,
        duration: 2 * MANY + Math.floor(random() * MANY)
      }));
      const inner = outer.map(({ start, duration }, parent) => {
        const begin = MANY + start;
        return { start: begin, duration: Math.floor((start + duration - begin) / 2), parent };
      });
      const slices: readonly Drawn[] = [...outer, ...inner];
      const groups = new Uint8Array(slices.length).fill(1);
      const { lane, lanes, homeless } = assignAsyncLanes(tableOf(slices), groups, 1);
      expect(lanes[1]).toBeLessThan(MANY);
      expect(homeless.size).toBe(0);
      const strangers = ownParents(slices, lane).filter(
        (around, row) => around >= 0 && around !== slices[row].parent
      );
      expect(strangers).toHaveLength(0);
    });

    test('leaves none out of those that end in the order in which they start', () => {
      const slices = Array.from({ length: MANY }, (_, row) => ({ start: row, duration: MANY }));
      const groups = Uint8Array.from(slices, (_, row) => 1 + (row % 2));
      const { lane, lanes, homeless } = assignAsyncLanes(tableOf(slices), groups, 2);
      expect(lanes).toEqual([0, UNSHARED_LANES / 2, UNSHARED_LANES / 2]);
      expect(homeless.size).toBe(0);
      expect(new Set(ownParents(slices, lane))).toEqual(new Set([-1]));
    });

    test('uses lanes alone again once they are free', () => {
      const burst = Array.from({ length: MANY }, (_, row) => ({ start: row, duration: MANY }));
      const later = Array.from({ length: 3 }, (_, row) => ({ start: 9 * MANY + row, duration: 9 }));
      const slices = [...burst, ...later];
      const { lane } = assignAsyncLanes(tableOf(slices), new Uint8Array(slices.length).fill(1), 1);
      expect([...lane.slice(-3)]).toEqual([0, 1, 2]);
    });

    test('leaves out only what would be within others that did not start it', () => {
      const slices = Array.from({ length: MAX_ASYNC_LANES + 2 }, () => ({ start: 0, duration: 1 }));
      const groups = Uint8Array.from(slices, (_, row) => 1 + (row % 2));
      const { lanes, homeless } = assignAsyncLanes(tableOf(slices), groups, 2);
      expect(lanes).toEqual([0, MAX_ASYNC_LANES / 2, MAX_ASYNC_LANES / 2]);
      expect([...homeless]).toEqual([MAX_ASYNC_LANES, MAX_ASYNC_LANES + 1]);
    });
  });

  test('leaves slices of one lane nested or apart, whatever overlaps', () => {
    const slice = record({
      gap: integer({ min: 0, max: 4 }),
      duration: integer({ min: 1, max: 12 }),
      back: integer({ min: 1, max: 8 }),
      group: integer({ min: 1, max: 2 })
    });
    assert(
      property(array(slice, { maxLength: 60 }), drawn => {
        let start = 0;
        const slices = drawn.map(({ gap, duration, back }, row) => {
          start += gap;
          return { start, duration, parent: Math.max(-1, row - back) };
        });
        const lanes = lanesOf(
          slices,
          drawn.map(({ group }) => group)
        );
        expect(crossings(slices, lanes)).toBe(0);
      })
    );
  });

  test('takes 200,000 slices on 2,000 lanes in a moment', () => {
    const slices = Array.from({ length: 200_000 }, (_, row) => ({ start: row, duration: 2000 }));
    const groups = new Uint8Array(slices.length).fill(1);
    const table = tableOf(slices);
    const began = process.cpuUsage();
    const { lanes } = assignAsyncLanes(table, groups, 1);
    expect(lanes).toEqual([0, 2000]);
    const { user, system } = process.cpuUsage(began);
    expect(user + system).toBeLessThan(1_000_000);
  });

  test('takes 200,000 slices that share all lanes in a moment, too', () => {
    const slices = Array.from({ length: 200_000 }, (_, row) => ({ start: row, duration: 10_000 }));
    const table = tableOf(slices);
    const began = process.cpuUsage();
    const { homeless } = assignAsyncLanes(table, new Uint8Array(slices.length).fill(1), 1);
    expect(homeless.size).toBe(0);
    const { user, system } = process.cpuUsage(began);
    expect(user + system).toBeLessThan(4_000_000);
  });
});
