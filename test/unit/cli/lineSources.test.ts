import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineSources } from '../../../src/cli/shared/lineSources';
import { drawProfile } from '../../support/drawProfile';
import { earlierCellProfile } from '../../support/sourceProfile';

let folder: string;

beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'kernelscope-sources-'));
  folder = join(root, 'inside');
  mkdirSync(folder);
  write('a.ts', 'first\nsecond\n', 1000);
  write('..draft.ts', 'draft\n', 1000);
  write('new.ts', 'first\n', 3000);
  write('../outside.ts', 'secret\n', 1000);
  symlinkSync(join(root, 'outside.ts'), join(folder, 'link.ts'));
});

afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

function write(name: string, text: string, changedAtS: number): void {
  const file = join(folder, name);
  writeFileSync(file, text);
  utimesSync(file, changedAtS, changedAtS);
}

const source = (file: string, line: number) =>
  lineSources(drawProfile('', { meta: { startedAtMs: 2_000_000 } }), folder)(file, line);

test('a file below the folder that has not changed since the recording has its lines', () => {
  expect([source('a.ts', 2), source('a.ts', 9)]).toEqual(['second', undefined]);
  expect(source('..draft.ts', 1)).toBe('draft');
});

test('a file that is named by its address has them too, if it is below the folder', () => {
  expect(source(pathToFileURL(join(folder, 'a.ts')).href, 2)).toBe('second');
  expect(source(pathToFileURL(join(folder, '..', 'outside.ts')).href, 1)).toBeUndefined();
});

test('a file that has changed since then has none', () => {
  expect(source('new.ts', 1)).toBeUndefined();
});

test.each(['../outside.ts', 'link.ts', '/etc/hostname', '', 'absent.ts', '.', 'node:fs'])(
  'nothing is read of %j',
  file => {
    expect(source(file, 1)).toBeUndefined();
  }
);

test('the lines of cells come from the profile', () => {
  expect(lineSources(earlierCellProfile(), folder)('Cell [4]', 1)).toMatch(/^async function train/);
});

test('a line that the text of a file in the profile lacks is read on disk', () => {
  writeFileSync(join(folder, 'part.ts'), 'first\nsecond\n');
  utimesSync(join(folder, 'part.ts'), 1000, 1000);
  const sourceTexts = [{ file: 'part.ts', text: '\nhot', isClipped: true }];
  const profile = { ...drawProfile('', { meta: { startedAtMs: 2_000_000 } }), sourceTexts };
  const sourceOf = lineSources(profile, folder);
  expect([sourceOf('part.ts', 1), sourceOf('part.ts', 2)]).toEqual(['first', 'hot']);
});
