import { expect, test } from 'vitest';
import { packPlain, unpackPlain } from '../../../src/base/plainData';

test('plain data arrives as it was sent, with columns of every kind and length', () => {
  for (const length of [0, 1, 2, 3, 511, 512, 513]) {
    const numbers = Array.from({ length }, (_, row) => row);
    const data = {
      texts: ['', 'ö\u2028😀', 'plain'],
      nothing: null,
      big: 2n ** 63n - 1n,
      nested: { isTrue: true, list: [{ at: 0.5 }] },
      bytes: Uint8Array.from(numbers),
      ints: Int32Array.from(numbers, each => -each),
      words: Uint32Array.from(numbers),
      floats: Float64Array.from(numbers, each => each / 3),
      times: BigInt64Array.from(numbers, BigInt),
      part: Int32Array.from([1, 2, 3, 4]).subarray(1, 3)
    };
    expect(unpackPlain(packPlain(data))).toEqual(data);
  }
});

test('what was cut off or is something else is refused', () => {
  const packed = packPlain({ floats: new Float64Array(100), name: 'whole' });
  for (const end of [0, 3, 20, packed.length - 8]) {
    expect(() => unpackPlain(packed.subarray(0, end))).toThrow('damaged');
  }
  expect(() => unpackPlain(new TextEncoder().encode('no plain data at all'))).toThrow('damaged');
});
