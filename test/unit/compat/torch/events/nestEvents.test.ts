import { describe, expect, it } from 'vitest';
import { nestEvents, NO_THREAD } from '../../../../../src/compat/torch/events/eventForest';
import { seededRandom } from '../../../../support/random';

/** The parent of each of `[thread, start, end]`. */
function parents(...events: readonly [number, number, number][]): number[] {
  const column = (at: number) => Float64Array.from(events, event => event[at]);
  return Array.from(nestEvents({ thread: column(0), start: column(1), end: column(2) }).parent);
}

describe('nestEvents', () => {
  it('puts events into the innermost one around them', () => {
    expect(parents([0, 0, 10], [0, 1, 5], [0, 2, 3], [0, 6, 10])).toEqual([-1, 0, 1, 0]);
  });

  it('takes events in any order', () => {
    expect(parents([0, 2, 3], [0, 6, 10], [0, 1, 5], [0, 0, 10])).toEqual([2, 3, 3, -1]);
  });

  it('keeps threads apart, and events without one by themselves', () => {
    expect(parents([0, 0, 10], [1, 1, 2], [0, 1, 2], [NO_THREAD, 1, 2], [1, 1.5, 2])).toEqual([
      -1, -1, 0, -1, 1
    ]);
  });

  it('ends the turn of an event that the next one outlasts', () => {
    expect(parents([0, 0, 2], [0, 1, 2], [0, 1, 3])).toEqual([-1, 2, -1]);
    expect(parents([0, 0, 10], [0, 1, 5], [0, 3, 7], [0, 4, 5])).toEqual([-1, 0, 0, 2]);
  });

  it('puts the later of two equal events into the earlier one', () => {
    expect(parents([0, 0, 5], [0, 0, 5])).toEqual([-1, 0]);
  });

  it('puts no event into one that ends where it starts, nor into one without length', () => {
    expect(parents([0, 0, 1], [0, 1, 1], [0, 1, 2], [0, 1, 1])).toEqual([-1, 2, -1, 2]);
    expect(parents([0, 0, 0], [0, 0, 0])).toEqual([-1, -1]);
  });

  it('gives a parent that encloses its child on the same thread, whatever the events', () => {
    const random = seededRandom(3);
    const time = () => Math.floor(random() * 30);
    const events = Array.from({ length: 400 }, (): [number, number, number] => {
      const start = time();
      return [Math.floor(random() * 3), start, start + time()];
    });
    const found = parents(...events);
    expect(found.some(parent => parent >= 0)).toBe(true);
    found.forEach((parent, row) => {
      if (parent < 0) return;
      expect(events[parent][0]).toBe(events[row][0]);
      expect(events[parent][1]).toBeLessThanOrEqual(events[row][1]);
      expect(events[parent][2]).toBeGreaterThanOrEqual(events[row][2]);
    });
  });
});
