import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Repeats } from '../../../../../src/sources/async/waits/operations';
import { waitColumns, waitsOf } from '../../../../../src/sources/async/waits/waitColumns';
import type { Await, Wait } from '../../../../../src/sources/async/waits/waitLog';

const awaits = fc
  .array(fc.record({ stack: fc.nat(), ordinal: fc.nat(31), isForeseen: fc.boolean() }), {
    maxLength: 40
  })
  .map(all => all.map((each, number): Await => ({ number, ...each })));

const logged = awaits.chain(all => {
  const some = all.length === 0 ? fc.constant<Await[]>([]) : fc.array(fc.constantFrom(...all));
  const wait: fc.Arbitrary<Wait> = fc.record({
    endNs: fc.bigInt(0n, 2n ** 62n),
    idleNs: fc.double({ min: 0, max: 1e15, noNaN: true }),
    begun: fc.nat(),
    resumed: some,
    hasOthers: fc.boolean(),
    isUnknownFirst: fc.boolean(),
    hasLost: fc.boolean(),
    stack: fc.integer({ min: -1, max: 1000 }),
    cause: fc.constantFrom(null, 'timer', 'network', 'file'),
    operation: fc.option(
      fc.record({
        number: fc.nat(),
        stack: fc.integer({ min: -1 }),
        repeats: fc.constantFrom(...Object.values(Repeats)),
        isForeseen: fc.boolean()
      })
    )
  });
  return fc.record({ waits: fc.array(wait), pending: some });
});

test('waits are the same after they were columns, and awaits the same objects wherever they are', () => {
  fc.assert(
    fc.property(logged, given => {
      const { waits, pending } = waitsOf(waitColumns(given));
      expect({ waits, pending }).toEqual(given);
      const all = [...waits.flatMap(({ resumed }) => resumed), ...pending];
      const numbers = all.map(({ number }) => number);
      expect(new Set(all).size).toBe(new Set(numbers).size);
    })
  );
});
