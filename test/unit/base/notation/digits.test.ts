import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  NUMBER_BYTES,
  putFraction,
  putNine,
  putSix,
  putThousandths,
  putWhole
} from '../../../../src/base/notation/digits';

type Put = (view: DataView, at: number, value: number) => number;

function stored(put: Put, value: number): string {
  const bytes = new Uint8Array(1 + NUMBER_BYTES);
  const end = put(new DataView(bytes.buffer), 1, value);
  return new TextDecoder().decode(bytes.subarray(1, end));
}

/** The exact text by way of integers. */
const exact = (thousandths: number): string =>
  `${BigInt(thousandths) / 1000n}.${(BigInt(thousandths) % 1000n).toString().padStart(3, '0')}`;

function expectExact(value: number): void {
  expect(stored(putWhole, value)).toBe(String(value));
  expect(stored(putThousandths, value)).toBe(exact(value));
}

test('whole numbers and thousandths of any size are stored exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 53 }), (value, bits) => {
      expectExact(Math.floor(value / 2 ** bits));
    }),
    { numRuns: 2000 }
  );
});

test('so are those beside each power of ten', () => {
  for (let power = 1; power <= 9e15; power *= 10) {
    for (const value of [power - 1, power, power + 1]) expectExact(value);
  }
});

test('numbers of three, six and nine digits have zeros before them', () => {
  expect([7, 42, 999].map(value => stored(putFraction, value))).toEqual(['.007', '.042', '.999']);
  fc.assert(
    fc.property(fc.nat(999_999_999), value => {
      expect(stored(putNine, value)).toBe(String(value).padStart(9, '0'));
      const six = value % 1_000_000;
      expect(stored(putSix, six)).toBe(String(six).padStart(6, '0'));
    })
  );
});
