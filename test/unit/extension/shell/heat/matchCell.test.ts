import { describe, expect, it } from 'vitest';
import { executionCountOf, matchCell } from '../../../../../extension/src/shell/heat/matchCell';

const source = (text: string, isClipped = false) => ({ file: 'Cell [3]', text, isClipped });
const cell = (executionCount: number | null, text: string) => ({ executionCount, text });

describe('the cell of a name in a profile', () => {
  it('is the one with the same text, best the one of the same run', () => {
    const [other, twin, own] = [cell(1, 'b'), cell(2, 'a'), cell(3, 'a')];
    expect(matchCell(source('a'), [other, twin, own])).toBe(own);
    expect(matchCell(source('a'), [other, twin])).toBe(twin);
  });

  it('is the one of the same run where it was edited in part', () => {
    const edited = cell(3, 'one\nTWO\nthree');
    expect(matchCell(source('one\ntwo\nthree'), [cell(2, 'x'), edited])).toBe(edited);
  });

  it('is none that was run since with another text, or that another session counted', () => {
    expect(matchCell(source('one\ntwo'), [cell(4, 'one\nTWO')])).toBeNull();
    expect(matchCell(source('one\ntwo'), [cell(3, 'const x = 1;')])).toBeNull();
    expect(matchCell(source('one'), [])).toBeNull();
  });

  it('is known by its beginning where the profile has no more', () => {
    const long = cell(8, 'one\ntwo\nthree');
    expect(matchCell(source('one\nt', true), [long])).toBe(long);
  });

  it('is known by its text alone where it is a module', () => {
    const module = cell(8, '@module\nx');
    const named = { file: 'helpers.ts', text: '@module\nx', isClipped: false };
    expect(matchCell(named, [cell(null, 'y'), module])).toBe(module);
  });
});

describe('the execution count in a name', () => {
  it('is read from names of cells alone', () => {
    expect(['Cell [12]', 'helpers.ts', 'Cell [x]', 'a/Cell [1]'].map(executionCountOf)).toEqual([
      12,
      null,
      null,
      null
    ]);
  });
});
