import { expect, test } from 'vitest';
import { thinSamples } from '../../../../src/formats/bundle/bundleShares';

const samples = {
  length: 6,
  time: Float64Array.of(0, 1, 2, 3, 4, 5),
  weight: Float64Array.of(10, 20, 30, 40, 50, 60),
  stack: Int32Array.of(0, 1, 2, 3, -1, 5),
  track: Uint16Array.of(1, 2, 1, 1, 2, 1)
};

test('one sample of several stands for the time of all of them, on each track', () => {
  expect(thinSamples(samples, 3)).toEqual({
    length: 3,
    time: Float64Array.of(0, 1, 5),
    weight: Float64Array.of(80, 70, 60),
    stack: Int32Array.of(0, 1, 5),
    track: Uint16Array.of(1, 2, 1)
  });
});

test('with a step of one all samples stay', () => {
  expect(thinSamples(samples, 1)).toEqual(samples);
});
