import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SQL_VIEWS } from '../../../src/model/output/sqlViews';

const page = readFileSync(path.join(__dirname, '../../../docs/user-guide/sql.md'), 'utf8');

/** Cells of the table below the heading of a view. */
function documented(name: string): string[][] {
  const [, section = ''] = page.split(`### \`${name}\`\n`);
  const [own] = section.split(/^#+ /m);
  const lines = own.split('\n').filter(line => line.startsWith('| `'));
  return lines.map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim())
  );
}

describe('the page about SQL', () => {
  it.each(SQL_VIEWS)('has the columns of $name with their types', ({ name, columns }) => {
    expect(documented(name)).toEqual(
      columns.map(column => [`\`${column.name}\``, column.type, column.help])
    );
  });

  it('has no view that there is not', () => {
    const views = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
    expect(views).toEqual(SQL_VIEWS.map(({ name }) => name));
  });
});
