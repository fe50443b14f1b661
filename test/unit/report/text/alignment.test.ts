import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis';
import { dumpsTable } from '../../../../src/report/dumpsTable';
import { displayWidth } from '../../../../src/tables/displayWidth';
import { textTable } from '../../../../src/tables/textTable';
import { drawProfile } from '../../../support/drawProfile';

const LONG = 'a name of more than twenty-five letters';

/** The columns at which the cells of a column end, for those that are aligned to the right. */
function endsOf(text: string, lines: readonly string[]): Set<number> {
  const found = text.split('\n').filter(line => lines.some(name => line.includes(name)));
  expect(found.length).toBe(lines.length);
  return new Set(found.map(line => displayWidth(line)));
}

describe('a table as text', () => {
  it('keeps its columns below each other for long and wide names', () => {
    const sections = aggregate(
      drawProfile(`
      main |[op/漢字    ][op/größe  ][op/🚀       ][op/${LONG}                              ]`)
    );
    const text = dumpsTable(sections);
    expect(endsOf(text, ['漢字', 'größe', '🚀', LONG, 'Total Count'])).toHaveProperty('size', 1);
  });

  it('keeps numbers below each other beside wide cells', () => {
    const rows = [
      ['漢', '1', 'x'],
      ['abc', '22', 'y']
    ];
    const lines = textTable('t', ['Name', 'N', 'Rest'], rows, 0).split('\n');
    expect(lines.slice(3, 7).map(line => displayWidth(line.slice(0, -1)))).not.toContain(0);
    const ends = lines.filter(line => /[xy]$/.test(line)).map(line => displayWidth(line));
    expect(new Set(ends).size).toBe(1);
  });
});
