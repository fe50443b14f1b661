import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  IntervalLengths,
  type Intervals,
  common,
  joined,
  unionOf,
  without
} from '../../../../src/analysis/slices/intervals';

const END = 40;

const stretches = fc
  .array(fc.tuple(fc.integer({ min: 0, max: END }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 12
  })
  .map(list =>
    list
      .map(([start, length]): [number, number] => [start, Math.min(END, start + length)])
      .sort((a, b) => a[0] - b[0])
  );

/** Which of the unit stretches from 0 to END belong to the time. */
function units(intervals: Iterable<readonly [number, number]>): boolean[] {
  const all = [...intervals];
  return Array.from({ length: END }, (_, at) => all.some(([from, to]) => from <= at && at < to));
}

function pairs(intervals: Intervals): [number, number][] {
  return Array.from({ length: intervals.length / 2 }, (_, at) => {
    return [intervals[2 * at], intervals[2 * at + 1]];
  });
}

describe('intervals', () => {
  it('combine as the single moments do', () => {
    fc.assert(
      fc.property(stretches, stretches, (listA, listB) => {
        const [a, b] = [unionOf(listA), unionOf(listB)];
        const [inA, inB] = [units(listA), units(listB)];
        expect(units(pairs(a))).toEqual(inA);
        expect(units(pairs(joined(a, b)))).toEqual(inA.map((is, at) => is || inB[at]));
        expect(units(pairs(without(a, b)))).toEqual(inA.map((is, at) => is && !inB[at]));
        expect(units(pairs(common(a, b)))).toEqual(inA.map((is, at) => is && inB[at]));
      })
    );
  });

  it('never touch each other', () => {
    fc.assert(
      fc.property(stretches, stretches, (listA, listB) => {
        const [a, b] = [unionOf(listA), unionOf(listB)];
        for (const result of [a, joined(a, b), without(a, b), common(a, b)]) {
          expect([...result]).toEqual([...new Set(result)].sort((x, y) => x - y));
        }
      })
    );
  });

  it('are measured within any stretch, and searched from any moment', () => {
    const time = fc.integer({ min: 0, max: END });
    fc.assert(
      fc.property(stretches, time, time, (list, x, y) => {
        const lengths = new IntervalLengths(unionOf(list));
        const inside = units(list);
        const [from, to] = [Math.min(x, y), Math.max(x, y)];
        const counted = inside.slice(from, to).filter(Boolean).length;
        expect(lengths.within(from, to)).toBe(counted);
        const first = inside.findIndex((is, at) => is && at >= from);
        expect(lengths.firstFrom(from)).toBe(first < 0 ? Infinity : first);
      })
    );
  });
});
