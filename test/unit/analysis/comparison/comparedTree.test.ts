import { describe, expect, it } from 'vitest';
import { comparedFlame } from '../../../../src/analysis/comparison/comparedFlame';
import { type ComparedTree, MAX_COMPARED_CALLS } from '../../../../src/model/output/comparison';
import { compareProfiles } from '../../../../src/analysis/comparison/compareProfiles';
import {
  comparedProfile,
  comparisonOf,
  ONCE,
  REPEATED,
  sideOf
} from '../../../support/comparedProfiles';

const MS = 1e6;

function drawn(tree: ComparedTree): string[] {
  const depth: number[] = [];
  return tree.parent.map((parent, row) => {
    depth[row] = parent < 0 ? 0 : depth[parent] + 1;
    const { name } = tree.functions[tree.function[row]];
    const times = [tree.totalBefore[row], tree.totalAfter[row]].map(ns => ns / MS);
    return `${'  '.repeat(depth[row])}${name} ${times.join(' -> ')}`;
  });
}

describe('the calls of two profiles', () => {
  it('are one tree of functions, with the time of each before and after', () => {
    expect(drawn(comparisonOf(...ONCE).tree!)).toEqual([
      '(top level) 886 -> 580',
      '  count 770 -> 360',
      '    filter 620 -> 0',
      '  report 20 -> 120',
      '    render 0 -> 120',
      '  sort 96 -> 100',
      '(garbage collector) 60 -> 20'
    ]);
  });

  it('are the same functions though the number of the cell is another', () => {
    const [before, after] = ONCE.map(each => sideOf(comparedProfile(each)));
    const strings = after.profile.strings.map(text => (text === 'Cell [1]' ? 'Cell [2]' : text));
    const cell = { ...after.profile.meta.cell!, file: 'Cell [2]' };
    const profile = { ...after.profile, strings, meta: { ...after.profile.meta, cell } };
    const { tree, rows } = compareProfiles(before, { ...after, profile });
    expect(drawn(tree!)[1]).toBe('  count 770 -> 360');
    expect(rows[0]).toMatchObject({ name: 'count', before: 770 * MS, after: 360 * MS });
  });

  it('are those of one run where the cell was repeated', () => {
    const [top] = drawn(comparisonOf(...REPEATED).tree!);
    expect(top).toBe('(top level) 110.75 -> 72.5');
  });

  it('are those of nested slices where only one profile was sampled', () => {
    const [before, after] = REPEATED;
    const { tree } = comparisonOf({ ...before, runs: [100], stacks: [] }, { ...after, runs: [80] });
    expect(drawn(tree!)[0]).toBe('count 80 -> 48');
    expect(tree!.functions[0]).toEqual({ name: 'count', file: 'range' });
  });

  it('are the heaviest ones if there are too many', () => {
    const stacks = Array.from({ length: 4000 }, (_, at) => [`f${at} g${at}`, at + 1] as const);
    const many = { name: 'many', runs: [10], stacks };
    const tree = comparisonOf(many, many).tree!;
    expect(tree.parent).toHaveLength(MAX_COMPARED_CALLS);
    expect(tree.hiddenRows).toBe(8000 - MAX_COMPARED_CALLS);
    const names = tree.functions.map(({ name }) => name);
    expect(names).toContain('g3999');
    expect(names).not.toContain('f1');
    expect(tree.parent.every((parent, row) => parent < row)).toBe(true);
  });

  it('are as wide in the picture as the greater of both times, or as what they called together', () => {
    const flame = comparedFlame(comparisonOf(...ONCE).tree!);
    const widths = Array.from(flame.total, ns => ns / MS);
    expect(widths).toEqual([990, 770, 620, 120, 120, 100, 60]);
    expect([...flame.depth]).toEqual([0, 1, 2, 1, 2, 1, 0]);
    expect([...flame.end]).toEqual([6, 3, 3, 5, 5, 6, 7]);
    expect(flame.whole).toBe(1050 * MS);
  });
});
