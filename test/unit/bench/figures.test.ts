import { describe, expect, it } from 'vitest';
import {
  formatFigure,
  isWithinTarget,
  millisecondFigure,
  nanosecondFigure
} from '../../bench/figure';
import { interleave, median } from '../../bench/harness';

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('leaves its values in their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('interleave', () => {
  it('takes the cases in turn and leaves the rounds for warming up out', async () => {
    const order: string[] = [];
    const one = (name: string) => ({ times: 1, run: () => order.push(name) });
    const times = await interleave({ a: one('a'), b: one('b') }, { rounds: 7, warmup: 2 });
    expect(order.join('')).toBe('ab'.repeat(9));
    expect(times.a).toHaveLength(7);
  });

  it('waits for asynchronous operations and divides by their number', async () => {
    const slow = { times: 2, run: () => new Promise(resolve => setTimeout(resolve, 20)) };
    const { case: rounds } = await interleave({ case: slow }, { rounds: 7, warmup: 0 });
    expect(Math.min(...rounds)).toBeGreaterThan(9e6);
  });

  it('refuses to measure fewer rounds than a median needs', async () => {
    const idle = { times: 1, run: () => undefined };
    await expect(interleave({ idle }, { rounds: 6 })).rejects.toThrow('At least 7 rounds');
  });
});

describe('formatFigure', () => {
  it('prints name, value, unit, target and verdict', () => {
    expect(formatFigure({ name: 'record.range', value: 1.234, floorNs: 48 })).toBe(
      'record.range 1.23 F target ≤ 1.4 ok'
    );
    expect(formatFigure({ name: 'record.range', value: 1.41, floorNs: 48 })).toBe(
      'record.range 1.41 F target ≤ 1.4 MISS'
    );
  });

  it('judges the value as it is printed', () => {
    expect(isWithinTarget({ name: 'record.range', value: 1.404, floorNs: 48 })).toBe(true);
  });

  it('scales milliseconds to the reference clock and shows what was measured beside', () => {
    const figure = millisecondFigure('record.stall', 3e6, 96);
    expect(figure.value).toBe(1.5);
    expect(formatFigure(figure)).toBe(
      'record.stall 1.50 ms target ≤ 2 ok (raw 3.00 ms, F 96.0 ns)'
    );
  });

  it('scales nanoseconds alike', () => {
    expect(formatFigure(nanosecondFigure('gpu.id', 90, 96))).toBe(
      'gpu.id 45.0 ns target ≤ 60 ok (raw 90.0 ns, F 96.0 ns)'
    );
  });

  it('says why a figure was not measured', () => {
    expect(formatFigure({ name: 'peer.torch', skipped: 'torch is not installed' })).toBe(
      'peer.torch skipped: torch is not installed'
    );
  });
});
