import { expect, test } from 'vitest';
import { createCellLanguage } from '../../../../kernel-bridge/src/requests/completion';
import { magicLanguage } from '../../../../kernel-bridge/src/magics/magicLanguage';

/** A language service that shows what it was given. */
const typescript = {
  complete: (code: string, cursor: number) => ({ start: cursor, end: cursor, matches: [code] }),
  inspect: (code: string, cursor: number) => ({ code, cursor }),
  isComplete: (code: string) => ({ code })
};
const language = createCellLanguage(typescript, magicLanguage);

test('TypeScript sees spaces in place of the magic, at unmoved offsets', () => {
  expect(language.complete('%%profile -q\nab', 15)).toMatchObject({
    matches: [`${' '.repeat(12)}\nab`],
    cursor_start: 15
  });
  expect(language.inspect('%%profile\na', 11)).toEqual({ code: `${' '.repeat(9)}\na`, cursor: 11 });
  expect(language.isComplete('%lsmagic')).toEqual({ code: ' '.repeat(8) });
});

test('positions are counted in characters, as clients count them', () => {
  expect(language.complete('"😀";ab', 5)).toMatchObject({ cursor_start: 5, cursor_end: 5 });
  expect(language.inspect('"😀";ab', 5)).toMatchObject({ cursor: 6 });
});

test('inside the magic, options and help come from the option table', () => {
  expect(language.complete('%%profile --top', 15)).toMatchObject({ matches: ['--top'] });
  expect(JSON.stringify(language.inspect('%%profile', 3))).toContain('Usage: %%profile');
});
