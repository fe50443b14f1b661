import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FRAME_TYPES } from '../../../src/formats/kscope/kscopeFrames';
import { FACTS } from '../../../src/facts/table';
import { columnsOf, TABLE_NAMES } from '../../../src/columns/tableSchema';

const page = readFileSync(new URL('../../../docs/profile-format.md', import.meta.url), 'utf8');

/** The rows of the first Markdown table below a heading, cells trimmed. */
function tableBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [table = ''] = section.split('\n\n').filter(part => part.startsWith('|'));
  const rows = table.split('\n').map(row => row.split('|').slice(1, -1));
  return rows.slice(2).map(cells => cells.map(cell => cell.trim()));
}

describe('docs/profile-format.md', () => {
  it.each(TABLE_NAMES)('has every column of %s with its type, in stored order', table => {
    const documented = tableBelow(`### \`${table}\``).map(([name, type]) => `${name} ${type}`);
    const columns = columnsOf(table).map(([name, { type }]) => `\`${name}\` ${type}`);
    expect(documented).toEqual(columns);
  });

  it.each(FACTS.map(({ name }) => name))('has the part meta.%s of a fact', name => {
    expect(page).toContain(`\n\`meta.${name}\``);
  });

  it('has every type of frame with its number', () => {
    const [, frames] = page.split('| Type | Frame');
    const rows = frames.matchAll(/^\| (\d+) +\| `(\w+)`/gm);
    const documented = [...rows].map(([, number, name]) => [name, Number(number)]);
    expect(Object.fromEntries(documented)).toEqual(FRAME_TYPES);
  });
});
