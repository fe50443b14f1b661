import { describe, expect, test } from 'vitest';
import {
  type Peaks,
  PeaksError,
  parsePeaks,
  roofOf,
  roofline
} from '../../../../src/analysis/operators/roofline';

const ROOF = { flopsPerSecond: 100e9, bandwidth: 10e9 };

describe('roofline', () => {
  test('holds a run of high intensity against the peak of computation', () => {
    // 20 operations a byte could reach 200 GFLOP/s by memory; it made 50 in a second.
    expect(roofline({ durationNs: 1e9, flops: 50e9, bytes: 2.5e9 }, ROOF)).toEqual({
      attainable: 100e9,
      percentOfRoof: 50,
      bound: 'compute'
    });
  });

  test('holds a run of low intensity against the bandwidth', () => {
    expect(roofline({ durationNs: 1e9, flops: 1e9, bytes: 4e9 }, ROOF)).toEqual({
      attainable: 2.5e9,
      percentOfRoof: 40,
      bound: 'memory'
    });
  });

  test('holds what computes nothing against the bandwidth alone', () => {
    const run = { durationNs: 1e9, flops: 0, bytes: 5e9 };
    expect(roofline(run, ROOF)).toEqual({ attainable: 0, percentOfRoof: 50, bound: 'memory' });
  });

  test('knows nothing of runs of which something is unknown', () => {
    const unknown = { attainable: null, percentOfRoof: null, bound: null };
    expect(roofline({ durationNs: 1e9, flops: null, bytes: 4 }, ROOF)).toEqual(unknown);
    expect(roofline({ durationNs: 1e9, flops: 4, bytes: null }, ROOF)).toEqual(unknown);
    expect(roofline({ durationNs: 0, flops: 4, bytes: 4 }, ROOF)).toEqual(unknown);
    expect(roofline({ durationNs: 1e9, flops: 0, bytes: 0 }, ROOF)).toEqual(unknown);
  });
});

describe('peaks', () => {
  const peak = { name: 'a', value: 5e9, spread: 0.1, isCertain: true, why: '' };
  const peaks: Peaks = {
    format: 'kernelscope peaks',
    version: 1,
    measuredAtMs: 0,
    host: 'here',
    compute: [peak, { ...peak, value: 7e9 }],
    memory: { ...peak, value: 3e9 }
  };

  test('come back from their text, and make a roof of the highest', () => {
    expect(parsePeaks(JSON.stringify(peaks))).toEqual(peaks);
    expect(roofOf(peaks)).toEqual({ flopsPerSecond: 7e9, bandwidth: 3e9 });
  });

  test.each([
    ['{', 'not a file of peaks'],
    ['[]', 'not a file of peaks'],
    [JSON.stringify({ ...peaks, version: 2 }), 'version 2'],
    [JSON.stringify({ ...peaks, compute: [] }), 'damaged'],
    [JSON.stringify({ ...peaks, memory: { ...peak, value: 0 } }), 'damaged'],
    [JSON.stringify({ ...peaks, memory: null }), 'damaged']
  ])('in %s are refused', (text, message) => {
    expect(() => parsePeaks(text)).toThrow(PeaksError);
    expect(() => parsePeaks(text)).toThrow(message);
  });
});
