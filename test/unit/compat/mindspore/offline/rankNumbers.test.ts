import { describe, expect, it } from 'vitest';
import { numberRanks } from '../../../../../src/compat/mindspore/offline/rankNumbers';

function cycle(pid: number, rank: number | null, startedAtMs: number) {
  return { host: 'node', pid, rank, startedAtMs };
}

function places(...cycles: readonly ReturnType<typeof cycle>[]): string[] {
  return numberRanks(cycles).places.map(({ run, rank, cycle: own }) => `${run}/${rank}/${own}`);
}

describe('the numbers of ranks', () => {
  it('are those that were recorded', () => {
    const cycles = [cycle(1, 5, 0), cycle(2, 3, 0)];
    expect(places(...cycles)).toEqual(['0/5/0', '0/3/0']);
    expect(numberRanks(cycles).source).toBe('recorded');
  });

  it('follow the order of names where none was recorded', () => {
    const cycles = [cycle(9, null, 50), cycle(2, null, 10)];
    expect(places(...cycles)).toEqual(['0/0/0', '0/1/0']);
    expect(numberRanks(cycles).source).toBe('names');
  });

  it('fill the gaps between recorded ones', () => {
    const cycles = [cycle(1, null, 0), cycle(2, 0, 0), cycle(3, null, 0), cycle(4, 2, 0)];
    expect(places(...cycles)).toEqual(['0/1/0', '0/0/0', '0/3/0', '0/2/0']);
    expect(numberRanks(cycles).source).toBe('mixed');
  });

  it('give the cycles of one process one rank, in order of start', () => {
    expect(places(cycle(1, 0, 30), cycle(1, 0, 10), cycle(1, 0, 20))).toEqual([
      '0/0/2',
      '0/0/0',
      '0/0/1'
    ]);
  });

  it('make a second run of a rank that was started again', () => {
    expect(places(cycle(8, 0, 100), cycle(7, 0, 5), cycle(9, 1, 6))).toEqual([
      '1/0/0',
      '0/0/0',
      '0/1/0'
    ]);
  });

  it('keep processes of one number on different hosts apart', () => {
    const cycles = ['a', 'b'].map(host => ({ host, pid: 1, rank: null, startedAtMs: 0 }));
    expect(numberRanks(cycles).places.map(({ rank }) => rank)).toEqual([0, 1]);
  });

  it('are none for no cycles', () => {
    expect(numberRanks([]).places).toEqual([]);
  });
});
