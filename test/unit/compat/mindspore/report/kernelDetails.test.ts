import { describe, expect, it } from 'vitest';
import { metricMeans } from '../../../../../src/compat/mindspore/report/kernelDetails';
import {
  GPU_COUNTER_CATEGORY,
  GPU_METRIC_CATEGORY
} from '../../../../../src/model/profile/categories';
import type { CounterSeries, Track } from '../../../../../src/model/profile/profile';

const device = (number: number): Track => ({
  ...{ name: `GPU ${number} (NVIDIA H200)`, kind: 'device', parent: -1 },
  ...{ pid: 1, tid: number }
});

function series(
  name: string,
  track: number,
  points: readonly (readonly number[])[]
): CounterSeries {
  return {
    ...{ name, track, category: GPU_METRIC_CATEGORY, unit: 'percent', kind: 'sampled' },
    time: Float64Array.from(points, ([time]) => time),
    value: Float64Array.from(points, ([, value]) => value)
  };
}

function meansOf(counters: readonly CounterSeries[]) {
  return metricMeans({ tracks: [device(3), device(1)], counters });
}

describe('The mean of a metric', () => {
  const [metric] = meansOf([series('DRAM read', 0, [[100, 10], [200, 20], [300, 60]])]); // prettier-ignore

  it.each([
    ['within one sample', 120, 50, 10],
    ['over a whole sample', 200, 100, 20],
    ['over parts of two', 150, 100, 15],
    ['over all of them, the last one as long as the one before', 100, 300, 30],
    ['from before the first', 0, 200, 10],
    ['until after the last', 350, 5000, 60],
    ['at a moment', 300, 0, 60]
  ])('%s counts each value for as long as it holds', (_, start, duration, expected) => {
    expect(metric.meanOf(3, start, duration)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['before the first sample', 3, 0, 99],
    ['after the last one', 3, 401, 10],
    ['on another device', 0, 150, 10]
  ])('is not known %s', (_, number, start, duration) => {
    expect(metric.meanOf(number, start, duration)).toBeNaN();
  });
});

describe('The metrics of a profile', () => {
  it('are each there once, with the samples of every device', () => {
    const metrics = meansOf([
      series('b', 0, [[0, 1]]),
      series('a', 0, [[0, 2]]),
      series('b', 1, [[0, 3]]),
      series('empty', 1, []),
      { ...series('power', 0, [[0, 4]]), category: GPU_COUNTER_CATEGORY }
    ]);
    expect(metrics.map(({ name }) => name)).toEqual(['b', 'a']);
    expect([3, 1].map(number => metrics[0].meanOf(number, 0, 0))).toEqual([1, 3]);
  });
});
