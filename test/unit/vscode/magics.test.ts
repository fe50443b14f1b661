import { describe, expect, it } from 'vitest';
import { plugin, type Snapshot } from '../../../vscode/src/magics/plugin';

const CELL = '^/vscode-notebook-cell/ts-nul-authority/books/a.ipynb#W0sZmlsZQ';

const snapshot = (text: string): Snapshot => ({
  getText: (start, end) => text.slice(start, end),
  getLength: () => text.length,
  getChangeRange: () => 'the last character'
});

/** What the server reads of a file that has a text. */
function read(file: string, text: string): { text: string; change: unknown } {
  const host = {
    getScriptSnapshot: (name: string) => (name === file ? snapshot(text) : undefined)
  };
  const service = {};
  expect(plugin().create({ languageService: service, languageServiceHost: host })).toBe(service);
  expect(host.getScriptSnapshot('another.ts')).toBeUndefined();
  const found = host.getScriptSnapshot(file)!;
  return { text: found.getText(0, found.getLength()), change: found.getChangeRange(snapshot('')) };
}

describe('what the server of TypeScript reads of cells in VS Code', () => {
  it.each([
    ['%%profile --cpu\nlet a = 1;', '               \nlet a = 1;'],
    ['// why\r\n%%profile\r\nlet a = 1;', '// why\r\n         \r\nlet a = 1;'],
    ['%time f(1)', '      f(1)'],
    ['%%sh\nls -l', '    \n     ']
  ])('is white space in place of a magic: %j', (text, expected) => {
    expect(read(CELL, text)).toEqual({ text: expected, change: undefined });
  });

  it.each(['let a = 7 % 2;', 'let a = 1;\n%%profile\n', ''])('is code as it is: %j', text => {
    expect(read(CELL, text)).toEqual({ text, change: 'the last character' });
  });

  it('is everything in files, which have no magics', () => {
    const text = '%%profile\nlet a = 1;';
    expect(read('/books/a.ts', text).text).toBe(text);
  });
});
