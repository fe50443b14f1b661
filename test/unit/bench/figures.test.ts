import { describe, expect, it } from 'vitest';
import { compareFigures, formatChange } from '../../bench/compareRuns';
import {
  type Figure,
  type RepeatedFigure,
  formatFigure,
  isWithinTarget,
  joinFigures,
  millisecondFigure,
  nanosecondFigure
} from '../../bench/figure';
import { interleave, median } from '../../bench/harness';
import { spreadOf } from '../../bench/spread';
import { cpuFigure, extraPercent } from '../../bench/stepCost';

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

/** A figure as one process reports it, joined with others of its name. */
const joined = (...figures: readonly Figure[]) => joinFigures(figures.map(each => [each]))[0];
const ranges = (...values: readonly number[]) =>
  joined(...values.map(value => ({ name: 'record.range', value, floorNs: 48 }) as const));

describe('extraPercent', () => {
  const cost = (mainNs: number) => ({ wallNs: 0, mainNs, processNs: 0 });

  it('is the median of the rounds, each compared with itself', () => {
    const bare = [100, 200, 1000].map(cost);
    const recorded = [110, 210, 1100].map(cost);
    expect(extraPercent(recorded, bare, 'mainNs')).toBeCloseTo(10);
  });
});

describe('cpuFigure', () => {
  it('is skipped where the CPU times of threads are not known', () => {
    expect(cpuFigure('preset.lightMain', NaN, 48)).toHaveProperty('skipped');
    expect(cpuFigure('preset.lightMain', 1, 48)).toHaveProperty('value', 1);
  });
});

describe('formatFigure', () => {
  it('prints name, value, unit, target and verdict', () => {
    expect(formatFigure(ranges(1.234))).toBe('record.range 1.23 F target ≤ 1.4 ok');
    expect(formatFigure(ranges(1.41))).toBe('record.range 1.41 F target ≤ 1.4 MISS');
    expect(formatFigure(ranges(1.1), 'v24.14.1')).toMatch(/^record.range \[v24.14.1\] 1.10 F/);
  });

  it('judges the value as it is printed', () => {
    expect(isWithinTarget(ranges(1.404) as RepeatedFigure)).toBe(true);
  });

  it('prints no target for a figure without a limit', () => {
    const figure = joined({ name: 'source.linesMain', value: 0.42, floorNs: 48 });
    expect(formatFigure(figure)).toBe('source.linesMain 0.4 %');
    expect(isWithinTarget(figure as RepeatedFigure)).toBe(true);
  });

  it('has the median of several processes and their spread', () => {
    expect(formatFigure(ranges(1.2, 1.1, 1.5))).toBe(
      'record.range 1.20 F target ≤ 1.4 ok (1.10 to 1.50 in 3 processes)'
    );
  });

  it('says when the processes fall into two groups', () => {
    expect(formatFigure(ranges(1.1, 1.12, 1.6, 1.11, 1.62))).toBe(
      'record.range 1.12 F target ≤ 1.4 ok (1.10 to 1.62 in 5 processes; two modes, 1.11 and 1.61)'
    );
  });

  it('scales milliseconds to the reference clock and shows what was measured beside', () => {
    const figure = millisecondFigure('record.stall', 3e6, 96);
    expect(figure.value).toBe(1.5);
    expect(formatFigure(joined(figure))).toBe(
      'record.stall 1.50 ms target ≤ 2 ok (raw 3.00 ms, F 96.0 ns)'
    );
  });

  it('scales nanoseconds alike', () => {
    expect(formatFigure(joined(nanosecondFigure('gpu.id', 90, 96)))).toBe(
      'gpu.id 45.0 ns target ≤ 60 ok (raw 90.0 ns, F 96.0 ns)'
    );
  });

  it('says why a figure was not measured', () => {
    const skipped = { name: 'peer.torch', skipped: 'torch is not installed' } as const;
    expect(formatFigure(joined(skipped, skipped))).toBe(
      'peer.torch skipped: torch is not installed'
    );
  });
});

describe('spreadOf', () => {
  it('sees no second group in one disturbed process, nor in an even spread', () => {
    expect(spreadOf([1, 1.01, 1.02, 9]).modes).toBeNull();
    expect(spreadOf([1, 1.2, 1.4, 1.6, 1.8]).modes).toBeNull();
    expect(spreadOf([5]).modes).toBeNull();
  });

  it('sees no second group where the groups are as good as the same', () => {
    expect(spreadOf([100, 100.1, 105, 105.1]).modes).toBeNull();
  });
});

describe('compareFigures', () => {
  const name = 'record.range';
  const node = 'v20.20.2';
  const verdict = (before: readonly number[], after: readonly number[]) => {
    const figure = { ...(ranges(...after) as RepeatedFigure), node };
    return compareFigures([{ name, node, values: before }], [figure]).map(each => each.verdict);
  };

  it('calls a figure worse or better when no value lies among those before', () => {
    expect(verdict([1, 1.1, 1.2], [1.3, 1.4, 1.5])).toEqual(['worse']);
    expect(verdict([1.3, 1.4, 1.5], [1, 1.1, 1.2])).toEqual(['better']);
  });

  it('calls it the same where the values overlap, or where they differ by little', () => {
    expect(verdict([1, 1.1, 1.6], [1.3, 1.4, 1.5])).toEqual(['same']);
    expect(verdict([1, 1.01], [1.03, 1.04])).toEqual(['same']);
  });

  it('compares nothing with another Node', () => {
    const figure = { ...(ranges(1) as RepeatedFigure), node };
    expect(compareFigures([{ name, node: 'v24.14.1', values: [1] }], [figure])).toEqual([]);
    const [change] = compareFigures([{ name, node, values: [2] }], [figure]);
    expect(formatChange(change)).toBe('record.range [v20.20.2] 2.00 → 1.00 F better');
  });
});
