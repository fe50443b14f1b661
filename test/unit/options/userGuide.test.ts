import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { optionMarkdownRows } from '../../../src/options/help';
import { magicSpec } from '../../../src/options/magicTable';

const guide = readFileSync(
  new URL('../../../docs/user-guide/magics.md', import.meta.url),
  'utf8'
).replace(/ +/g, ' ');

it('documents every option of %%profile in the words of its help', () => {
  for (const row of optionMarkdownRows(magicSpec('cell', 'profile')!)) {
    expect(guide).toContain(row.replace(/ +/g, ' '));
  }
});

it('documents every subcommand of %profile that is available', () => {
  for (const { name, operands, availability } of magicSpec('line', 'profile')!.subcommands) {
    const form = `%profile ${name} ${name === 'config' ? '' : operands}`.trimEnd();
    if (availability === 'now') expect(guide).toContain(`\`${form}`);
  }
});
