import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { isOutermost } from '../../../src/model/output/resultDisplay';

class Probe {
  [inspect.custom](depth?: number, options?: { readonly depth?: number }): string {
    return isOutermost(depth, options) ? 'outermost' : 'within';
  }
}

it('tells the printed value from those within it', () => {
  const probe = new Probe();
  expect([inspect(probe), inspect(probe, { depth: 0 })]).toEqual(['outermost', 'outermost']);
  expect(inspect([probe])).toBe('[ within ]');
  expect(inspect({ a: { b: probe } })).toBe('{ a: { b: within } }');
});

it('takes every value for one within another where depth has no end', () => {
  expect(inspect(new Probe(), { depth: null })).toBe('within');
  expect(inspect([new Probe()], { depth: Infinity })).toBe('[ within ]');
  expect(isOutermost()).toBe(false);
});
