import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type EitherCase,
  aliasedRoot,
  camelCase,
  defineAliases,
  ownName,
  ownNamed
} from '../../../src/base/snakeCase';

const NAMES = { add_one: 'addOne', last_sum: 'lastSum' } as const;

class Adder extends aliasedRoot<Adder, typeof NAMES>() {
  lastSum = 0;

  addOne(to: number): this {
    this.lastSum = to + 1;
    return this;
  }
}

defineAliases(Adder.prototype, NAMES);

describe('names in the style of Python', () => {
  it('are written as in JavaScript', () => {
    const names = ['output_path', 'start', 'chrome_timeline.json', 'l2_cache'];
    expect(names.map(camelCase)).toEqual(['outputPath', 'start', 'chromeTimeline.json', 'l2Cache']);
  });

  it('stand for members of a class, with their types', () => {
    const adder = new Adder();
    expect(adder.add_one(1).last_sum).toBe(2);
    expectTypeOf(adder.last_sum).toEqualTypeOf<number>();
    expect(Object.keys(adder)).toEqual(['lastSum']);
  });

  it('stand for options, each of which is given once', () => {
    const read = (options: EitherCase<{ readonly sortBy?: string }>) =>
      ownNamed(
        options,
        name => ownName(name, own => own === 'sortBy'),
        name => new RangeError(name)
      );
    expect(read({ sort_by: 'count' })).toEqual({ sortBy: 'count' });
    expect(read({ sortBy: 'count' })).toEqual({ sortBy: 'count' });
    expect(ownName('row_limit', () => false)).toBe('row_limit');
    expect(() => read({ sortBy: 'a', sort_by: 'b' })).toThrow(new RangeError('sortBy'));
  });
});
