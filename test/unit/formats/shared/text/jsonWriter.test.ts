import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  JsonWriter,
  microseconds,
  quoteText
} from '../../../../../src/formats/shared/text/jsonWriter';
import { sizeOf } from '../../../../support/tiers';

/** The exact text by way of integers. */
const exact = (ns: number): string =>
  `${BigInt(ns) / 1000n}.${(BigInt(ns) % 1000n).toString().padStart(3, '0')}`;

test('nanoseconds become microseconds with three decimals, exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 53 }), (value, bits) => {
      const ns = Math.floor(value / 2 ** bits);
      expect(microseconds(ns)).toBe(exact(ns));
    }),
    { numRuns: sizeOf(500, 2000) }
  );
});

test('any text is quoted as JSON that reads as the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(JSON.parse(quoteText(text))).toBe(text);
    })
  );
});

test('only a lone surrogate is replaced, not what looks like its escape', () => {
  expect(JSON.parse(quoteText('\ud83d \ud83d\ude80 \\ud83d'))).toBe('\ufffd \ud83d\ude80 \\ud83d');
});

test('the writer grows as far as needed', () => {
  const writer = new JsonWriter(1, ['', 'größe']);
  for (let at = 0; at < 1000; at++) writer.raw(writer.quote(1));
  expect(new TextDecoder().decode(writer.toBytes())).toBe('"größe"'.repeat(1000));
});
