import { describe, expect, test } from 'vitest';
import { TripleRows } from '../../../../src/model/build/tripleRows';
import { seededRandom } from '../../../support/random';

describe('TripleRows', () => {
  test('gives each distinct triple the next row, and the same one again', () => {
    const rows = new TripleRows();
    expect(rows.row(-1, 3, 0)).toBe(0);
    expect(rows.row(0, 3, 0)).toBe(1);
    expect(rows.row(-1, 3, 7)).toBe(2);
    expect(rows.row(-1, 3, 0)).toBe(0);
    expect(rows.length).toBe(3);
    expect([rows.at(2, 0), rows.at(2, 1), rows.at(2, 2)]).toEqual([-1, 3, 7]);
  });

  test('finds a hundred thousand triples again, however they hash', () => {
    const random = seededRandom(11);
    const rows = new TripleRows();
    const known = new Map<string, number>();
    const few = (): number => Math.floor(random() * 60) - 1;
    let wrong = 0;
    for (let i = 0; i < 100_000; i++) {
      const [a, b, c] = [few(), few() * 65_536, few()];
      const key = `${a} ${b} ${c}`;
      const row = rows.row(a, b, c);
      if (row !== (known.get(key) ?? known.size)) wrong++;
      known.set(key, row);
    }
    expect(wrong).toBe(0);
    expect(rows.length).toBe(known.size);
  });

  test('writes its columns in order of rows', () => {
    const rows = new TripleRows();
    for (let i = 0; i < 200; i++) rows.row(i - 1, 2 * i, 3 * i);
    expect([...rows.column(0, new Int32Array(200))].slice(0, 3)).toEqual([-1, 0, 1]);
    expect([...rows.column(2, new Uint32Array(200))].at(-1)).toBe(597);
  });
});
