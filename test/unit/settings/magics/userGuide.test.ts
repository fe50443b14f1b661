import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { optionMarkdownRows } from '../../../../src/settings/magics/help';
import { MAGICS, magicSpec } from '../../../../src/settings/magics/magicTable';
import { magicLabel } from '../../../../src/settings/table/optionTypes';

const guide = readFileSync(
  new URL('../../../../docs/user-guide/magics.md', import.meta.url),
  'utf8'
).replace(/ +/g, ' ');

it.each([{ name: 'profile' }, { name: 'timeit' }])(
  'documents every option of the magic $name in the words of its help',
  ({ name }) => {
    for (const row of optionMarkdownRows(magicSpec('cell', name)!)) {
      expect(guide).toContain(row.replace(/ +/g, ' '));
    }
  }
);

it('documents every magic under its name', () => {
  for (const magic of MAGICS) {
    expect(guide).toMatch(new RegExp(`\n## .*\`${magicLabel(magic)}[ \`]`));
  }
});

it('documents every subcommand of %profile', () => {
  for (const { name, operands } of magicSpec('line', 'profile')!.subcommands) {
    const form = `%profile ${name} ${name === 'config' ? '' : operands}`.trimEnd();
    expect(guide).toContain(`\`${form}`);
  }
});
