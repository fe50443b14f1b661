import { expect, test } from 'vitest';
import { threadWhole } from '../../../../src/analysis/stacks/stackWeights';
import type { Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';

test('the whole of a profile is added up once, that of each stretch by itself', () => {
  const samples = {
    length: 2,
    time: Float64Array.of(0, 400),
    weight: Float64Array.of(400, 600),
    stack: new Int32Array(2),
    track: new Uint16Array(2)
  };
  let readings = 0;
  const drawn = drawProfile('', {
    extra: ({ strings }) => ({
      frames: {
        length: 1,
        name: Uint32Array.of(strings.intern('f')),
        file: Uint32Array.of(strings.intern('a.js')),
        line: Uint32Array.of(1),
        column: new Uint32Array(1),
        kind: new Uint8Array(1)
      },
      stacks: {
        length: 1,
        prefix: Int32Array.of(-1),
        frame: new Uint32Array(1),
        line: new Uint32Array(1),
        isAwaited: new Uint8Array(1)
      },
      samples
    })
  });
  const profile: Profile = Object.defineProperty({ ...drawn }, 'samples', {
    enumerable: true,
    get: () => {
      readings++;
      return samples;
    }
  });
  expect(threadWhole(profile)).toBe(1000);
  const before = readings;
  expect(threadWhole(profile)).toBe(1000);
  expect(readings).toBe(before);
  expect(threadWhole(profile, { fromNs: 0, toNs: 300 })).toBe(400);
  expect(threadWhole(profile, { fromNs: 400, toNs: 1000 })).toBe(600);
});
