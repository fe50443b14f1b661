import { expect, it } from 'vitest';
import { oncePer } from '../../../src/base/oncePer';

it('finds once for each argument, even where it finds nothing', () => {
  const asked: object[] = [];
  const find = oncePer((of: { readonly name?: string }) => {
    asked.push(of);
    return of.name;
  });
  const [named, nameless, alike] = [{ name: 'a' }, {}, { name: 'a' }];
  expect([named, nameless, named, nameless].map(find)).toEqual(['a', undefined, 'a', undefined]);
  expect(asked).toEqual([named, nameless]);
  expect(find(alike)).toBe('a');
  expect(asked).toHaveLength(3);
});

it('finds again where it failed', () => {
  let times = 0;
  const find = oncePer((_: object) => {
    if (++times === 1) throw new Error('not yet');
    return times;
  });
  const of = {};
  expect(() => find(of)).toThrow('not yet');
  expect([find(of), find(of)]).toEqual([2, 2]);
});
