import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { showConsoleTables } from '../../../../kernel-bridge/src/requests/rowsTable';

/** A console whose tables are shown, with what it printed and showed. */
function tableConsole() {
  const stdout = new PassThrough();
  const own = new Console({ stdout });
  const shown: Readonly<Record<string, string>>[] = [];
  showConsoleTables(own, contents => void shown.push(contents));
  return { own, shown, printed: () => String(stdout.read() ?? '') };
}

describe('console.table', () => {
  it('shows an array of objects as a table, with the text that it prints', () => {
    const { own, shown, printed } = tableConsole();
    own.table([{ a: 1, b: 'x' }], ['b']);
    expect(printed()).toBe('');
    expect(shown).toEqual([
      {
        'text/plain': expect.stringMatching(/^┌[^]*'x'[^]*┘$/) as string,
        'text/html': expect.stringMatching(/<table[^]*>x</) as string
      }
    ]);
  });

  it('prints everything else as before', () => {
    const { own, shown, printed } = tableConsole();
    own.table([[1, 2]]);
    expect(printed()).toMatch(/^┌/);
    own.table('text');
    expect(printed()).toBe('text\n');
    expect(shown).toEqual([]);
  });

  it('has the name and length of the method that it replaces', () => {
    const { own } = tableConsole();
    expect([own.table.name, own.table.length]).toEqual([console.table.name, console.table.length]);
  });
});
