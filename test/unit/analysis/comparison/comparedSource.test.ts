import { describe, expect, it } from 'vitest';
import { MAX_COMPARED_LINES } from '../../../../src/model/output/comparison';
import { comparisonOf, REPEATED } from '../../../support/comparedProfiles';

const MS = 1e6;

describe('the lines of two cells', () => {
  const { source } = comparisonOf(...REPEATED);

  it('say what changed since, with the time of a run before and after', () => {
    const changed = source!.lines.filter(({ before, after }) => before === null || after === null);
    expect(changed.map(line => [line.before, line.after, line.beforeNs, line.afterNs])).toEqual([
      [5, null, (770 / 8) * MS, 0],
      [null, 5, 0, (360 / 8) * MS],
      [8, null, (20 / 8) * MS, 0],
      [null, 8, 0, 0],
      [null, 9, 0, (120 / 8) * MS]
    ]);
    expect(changed[1].text).toBe('  counts[word] = (counts[word] ?? 0) + 1;');
  });

  it('have both times where they stayed', () => {
    const sorted = source!.lines.find(({ text }) => text.startsWith('const sorted'));
    expect(sorted).toMatchObject({ before: 7, after: 7, beforeNs: 12 * MS, afterNs: 12.5 * MS });
  });

  it('leave out the magic, which is different nearly always', () => {
    expect(source!.lines[0]).toMatchObject({ before: 2, after: 2 });
  });

  it('are the changed and the expensive ones of a long cell, in their order', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `line${at + 1}();`);
    const before = { name: 'a', runs: [50], source: text.join('\n'), lines: { 1900: 20 } };
    const changed = text.map((line, at) => (at === 999 ? 'changed();' : line));
    const after = { ...before, source: changed.join('\n') };
    const { lines, hiddenLines } = comparisonOf(before, after).source!;
    expect(lines).toHaveLength(MAX_COMPARED_LINES);
    expect(hiddenLines).toBe(2001 - MAX_COMPARED_LINES);
    const places = lines.map(line => line.after ?? line.before);
    for (const place of [998, 999, 1000, 1001, 1002, 1900]) expect(places).toContain(place);
    expect(places).toEqual([...places].sort((a, b) => a! - b!));
  });
});
