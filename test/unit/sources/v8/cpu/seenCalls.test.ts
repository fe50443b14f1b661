import { describe, expect, test } from 'vitest';
import { partInlined } from '../../../../../src/sources/v8/cpu/seenCalls';

/** The numbers of the samples of two functions, drawn in order of time: `a` calls `c`. */
function taken(drawn: string): { around: number[]; called: number[] } {
  const rows = [...drawn].map((letter, at) => [letter, at] as const);
  const of = (wanted: string): number[] =>
    rows.flatMap(([letter, at]) => (letter === wanted ? [at] : []));
  return { around: of('a'), called: of('c') };
}

function part(drawn: string): number {
  const { around, called } = taken(drawn);
  return partInlined(around, called);
}

describe('the part of the samples of a function that can be of one that it has inlined', () => {
  test('is none while its calls are seen', () => {
    expect(part('aaaac'.repeat(30))).toBe(0);
    expect(part('aaaaccaaaaaacaac'.repeat(10))).toBe(0);
    expect(part('aaaaaaaaaac')).toBe(0);
  });

  test('is all that come after the last call', () => {
    expect(part(`acacac${'a'.repeat(97)}`)).toBe(0.97);
    expect(part(`c${'a'.repeat(40)}`)).toBe(1);
  });

  test('is what lies between calls that are seen again, as often as optimised code is thrown away', () => {
    const stretch = `${'ac'.repeat(5)}${'a'.repeat(45)}`;
    expect(part(stretch.repeat(3))).toBeCloseTo(0.9, 1);
  });

  test('is all where it is not known when samples were taken, whatever their order', () => {
    expect(partInlined(undefined, [1])).toBe(1);
    expect(partInlined([1], undefined)).toBe(1);
    const { around, called } = taken(`acacac${'a'.repeat(97)}`);
    expect(partInlined(around.reverse(), called.reverse())).toBe(0.97);
  });
});
