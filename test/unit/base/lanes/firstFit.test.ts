import { array, assert, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { FirstFit } from '../../../../src/base/lanes/firstFit';

test('the first number that is large enough is the one that a look from the front finds', () => {
  const changes = array(tuple(integer({ min: 0, max: 40 }), integer({ min: -9, max: 9 })));
  assert(
    property(changes, integer({ min: -9, max: 9 }), (pushed, least) => {
      const fit = new FirstFit();
      const numbers: number[] = [];
      for (const [index, value] of pushed) {
        if (index >= numbers.length) numbers[fit.push(value)] = value;
        else fit.set(index, (numbers[index] = value));
        expect(fit.first(least)).toBe(numbers.findIndex(number => number >= least));
      }
      expect(fit.length).toBe(numbers.length);
    })
  );
});
