import { beforeEach, describe, expect, it } from 'vitest';
import { nextRandom } from '../../../../../src/base/nextRandom';
import { ForeseenAwaits } from '../../../../../src/sources/async/waits/foreseenAwaits';

let foreseen: ForeseenAwaits;
let captured: number;

beforeEach(() => {
  foreseen = new ForeseenAwaits();
  captured = 0;
});

/** Code goes on after an await of the stack `after`, and begins those of `stacks`; the stacks that are taken for them. */
function goOn(after: number, stacks: readonly number[], ordinal = 0): number[] {
  foreseen.goesOn(after, ordinal);
  const taken = stacks.map(stack => {
    const known = foreseen.foresee();
    if (known >= 0) return known;
    captured++;
    foreseen.learn(stack);
    return stack;
  });
  foreseen.ended();
  return taken;
}

describe('awaits are foreseen', () => {
  it('where the same ones have followed before, looking again ever less often', () => {
    for (let round = 0; round < 1000; round++) expect(goOn(1, [2, 3])).toEqual([2, 3]);
    expect(captured).toBeGreaterThan(10);
    expect(captured).toBeLessThan(300);
  });

  it('by what went on before them, and by their order', () => {
    for (let round = 0; round < 100; round++) {
      expect(goOn(1, [2, 3])).toEqual([2, 3]);
      expect(goOn(2, [1])).toEqual([1]);
    }
  });

  it('as they follow now, once others do than before', () => {
    for (let round = 0; round < 100; round++) goOn(1, [2]);
    const wrong = Array.from({ length: 300 }, () => goOn(1, [5])).filter(([taken]) => taken !== 5);
    expect(wrong.length).toBeLessThan(40);
    captured = 0;
    for (let round = 0; round < 300; round++) expect(goOn(1, [5])).toEqual([5]);
    expect(captured).toBeLessThan(100);
  });

  it('where another one follows once in a hundred times', () => {
    let wrong = 0;
    for (let round = 1; round <= 3000; round++) {
      const stack = round % 100 === 0 ? 5 : 2;
      if (goOn(1, [stack])[0] !== stack) wrong++;
    }
    expect(captured).toBeLessThan(1000);
    expect(wrong).toBeLessThan(60);
  });

  it.each([2, 3, 10])('seldom where one in %i is another one', every => {
    let random = 1;
    let wrong = 0;
    for (let round = 0; round < 5000; round++) {
      random = nextRandom(random);
      const stack = (random >> 8) % every === 0 ? 5 : 2;
      if (goOn(1, [stack])[0] !== stack) wrong++;
    }
    expect(wrong).toBeLessThan(150);
  });

  it('apart for awaits that began with one stack, one after another', () => {
    for (let round = 0; round < 200; round++) {
      foreseen.goesOn(1, 0);
      const ordinals = [4, 4].map(stack => {
        if (foreseen.foresee() < 0) foreseen.learn(stack);
        return foreseen.ordinal;
      });
      expect(ordinals).toEqual([0, 1]);
      expect(goOn(4, [5], 0)).toEqual([5]);
      expect(goOn(4, [6], 1)).toEqual([6]);
    }
    expect(captured).toBeLessThan(200);
  });

  it('never where it is not known what went on', () => {
    for (let round = 0; round < 50; round++) expect(goOn(-1, [round])).toEqual([round]);
    foreseen.learn(7);
    expect(foreseen.foresee()).toBe(-1);
  });

  it('anew once everything is forgotten', () => {
    for (let round = 0; round < 50; round++) goOn(1, [2]);
    foreseen.clear();
    expect(goOn(1, [3])).toEqual([3]);
  });

  it('and further ones than the first 32 of a stretch of code are always captured', () => {
    const stacks = Array.from({ length: 40 }, (_, at) => at);
    for (let round = 0; round < 100; round++) goOn(1, stacks);
    expect(captured).toBeGreaterThanOrEqual(800);
  });
});
