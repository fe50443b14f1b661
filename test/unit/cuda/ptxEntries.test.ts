import { describe, expect, it } from 'vitest';
import { entriesIn } from '../../../src/cuda/ptxEntries';

const listOf = (parameters: string) => entriesIn(`.entry k(${parameters})\n{`).get('k');

describe('the entries of PTX', () => {
  it('have parameters of numbers, pointers and arrays', () => {
    const list = `
      .param .u64 a, /* .param .u32 no, */
      .param .u64 .ptr .global .align 16 b, // and
      .param .align 8 .b8 c[24],
      .param .b32 d [ 3 ],
      .param .f16 e`;
    expect(listOf(list)).toEqual([
      { letters: 'u', bits: 64, bytes: 8, isPointer: false, isArray: false },
      { letters: 'u', bits: 64, bytes: 8, isPointer: true, isArray: false },
      { letters: 'b', bits: 8, bytes: 24, isPointer: false, isArray: true },
      { letters: 'b', bits: 32, bytes: 12, isPointer: false, isArray: true },
      { letters: 'f', bits: 16, bytes: 2, isPointer: false, isArray: false }
    ]);
  });

  it.each([
    '.param .texref a',
    '.param .u64 a, .param .samplerref b',
    '.param .v4 .f32 a',
    '.param .b8 a[]',
    '.param .b8 a[2][3]',
    '.param .b8 a[0]',
    '.param .b8 a[99999999999999999999]',
    '.param .b8 a[32765]',
    '.param .b128 a',
    '.param .u64',
    '.reg .u64 a',
    '.param .u64 a,',
    '.param .u64 a .param .u64 b'
  ])('have no known parameters in ( %s )', list => {
    expect(listOf(list)).toBeNull();
  });

  it('are known by name alone where their list does not end', () => {
    const entries = entriesIn('.entry first(.param .u32 a) { }\n.entry cut(.param .u64 b, .par');
    expect(Array.from(entries.keys())).toEqual(['first', 'cut']);
    expect(entries.get('first')).toHaveLength(1);
    expect(entries.get('cut')).toBeNull();
  });

  it('are read in one pass, however many lists do not end', () => {
    expect(entriesIn('.entry k('.repeat(200_000)).get('k')).toBeNull();
    expect(entriesIn('/* '.repeat(200_000)).size).toBe(0);
  });
});
