import { beforeEach, describe, expect, it } from 'vitest';
import { PackedRuns } from '../../../../src/record/logs/packedRuns';

const CHUNK_VALUES = 65_536;
const VALUES_PER_RUN = 5;

let oldest = 0;

beforeEach(() => {
  oldest = 0;
});

/** Adds a run of two numbers: the token and its double. */
function add(runs: PackedRuns, token: number): void {
  runs.open(token, 7);
  runs.put(token);
  runs.put(2 * token);
  runs.close();
}

function tokensOf(runs: PackedRuns): number[] {
  const tokens: number[] = [];
  runs.forEach((token, decoder, values) => {
    const isWhole = decoder === 7 && values[0] === token && values[1] === 2 * token;
    tokens.push(isWhole ? token : NaN);
  });
  return tokens;
}

const upTo = (count: number, from = 0): number[] =>
  Array.from({ length: count - from }, (_, index) => from + index);

describe('PackedRuns', () => {
  it('gives back what was put, also where a run did not fit into the rest of a chunk', () => {
    const runs = new PackedRuns(10 * CHUNK_VALUES, () => oldest);
    const tokens = upTo(30_000);
    for (const token of tokens) add(runs, token);
    expect(tokensOf(runs)).toEqual(tokens);
    expect(runs.dropped).toBe(0);
  });

  it('leaves out and counts the runs that do not fit, and keeps the ones before whole', () => {
    const runs = new PackedRuns(2 * CHUNK_VALUES, () => oldest);
    for (const token of upTo(30_000)) add(runs, token);
    const kept = 2 * Math.floor(CHUNK_VALUES / VALUES_PER_RUN);
    expect(tokensOf(runs)).toEqual(upTo(kept));
    expect(runs.dropped).toBe(30_000 - kept);
  });

  it('leaves out a run that is longer than a chunk', () => {
    const runs = new PackedRuns(10 * CHUNK_VALUES, () => oldest);
    add(runs, 1);
    runs.open(2, 7);
    for (let value = 0; value < CHUNK_VALUES; value++) runs.put(value);
    runs.close();
    runs.open(3, 7);
    runs.putList(upTo(CHUNK_VALUES));
    runs.close();
    add(runs, 4);
    expect(tokensOf(runs)).toEqual([1, 4]);
    expect(runs.dropped).toBe(2);
  });

  it('puts a list after its length', () => {
    const runs = new PackedRuns(CHUNK_VALUES, () => oldest);
    runs.open(1, 7);
    runs.putList([5, 6]);
    runs.close();
    runs.forEach((token, decoder, values) => {
      expect([token, decoder, ...values]).toEqual([1, 7, 2, 5, 6]);
    });
  });

  it('makes room by forgetting the runs of slices that are no longer kept', () => {
    const runs = new PackedRuns(2 * CHUNK_VALUES, () => oldest);
    for (const token of upTo(100_000)) {
      oldest = Math.max(0, token - 1_000);
      add(runs, token);
    }
    expect(tokensOf(runs).slice(-1_000)).toEqual(upTo(100_000, 99_000));
    expect(runs.dropped).toBe(0);
  });

  it('is empty after clear', () => {
    const runs = new PackedRuns(2 * CHUNK_VALUES, () => oldest);
    for (const token of upTo(40_000)) add(runs, token);
    runs.clear();
    expect([tokensOf(runs), runs.dropped]).toEqual([[], 0]);
    for (const token of upTo(20_000)) add(runs, token);
    expect(tokensOf(runs)).toEqual(upTo(20_000));
  });
});
