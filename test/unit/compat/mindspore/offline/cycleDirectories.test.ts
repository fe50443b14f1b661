import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findCycleDirectories,
  OfflinePathError
} from '../../../../../src/compat/mindspore/offline/cycleDirectories';
import { useFolder } from '../../../../support/folders';

const folder = useFolder();
const EXPECTED = 'Expected a *_kscope directory or a parent directory of multiple *_kscope';

/** Makes folders in a new one and returns that. */
function make(name: string, ...folders: readonly string[]): string {
  const root = path.join(folder, name);
  mkdirSync(root);
  for (const each of folders) mkdirSync(path.join(root, each), { recursive: true });
  return root;
}

function found(root: string): readonly string[] {
  return findCycleDirectories(root).directories.map(each => path.relative(root, each));
}

describe('directories of cycles', () => {
  it('are found in a folder, in the order in which people count', () => {
    const root = make('parent', 'h_10_1_kscope', 'h_9_1_kscope', 'other');
    writeFileSync(path.join(root, 'file_kscope'), '');
    expect(found(root)).toEqual(['h_9_1_kscope', 'h_10_1_kscope']);
    expect(findCycleDirectories(root).isSingle).toBe(false);
  });

  it('are found one folder deeper, and not two', () => {
    const root = make('nested', 'rank10/h_1_1_kscope', 'rank2/h_2_1_kscope', 'a/b/h_3_1_kscope');
    expect(found(root)).toEqual(['rank2/h_2_1_kscope', 'rank10/h_1_1_kscope']);
  });

  it('are a folder itself by its name', () => {
    const root = make('h_1_1_kscope');
    expect(findCycleDirectories(root)).toMatchObject({ isSingle: true, directories: [root] });
  });

  it('are those in a folder that is only called like one', () => {
    expect(found(make('my_kscope', 'h_1_1_kscope'))).toEqual(['h_1_1_kscope']);
  });

  it('are followed by links, and links to nowhere are passed over', () => {
    const root = make('links');
    symlinkSync(make('h_7_7_kscope'), path.join(root, 'h_7_7_kscope'));
    symlinkSync('nowhere', path.join(root, 'h_8_8_kscope'));
    expect(found(root)).toEqual(['h_7_7_kscope']);
  });

  it.each([
    ['absent', (root: string) => path.join(root, 'absent'), 'there is nothing at this path'],
    ['empty', (root: string) => root, 'there is none in it or in its folders'],
    ['a file', (root: string) => writeFile(root), 'it is a file'],
    ['too long', (root: string) => path.join(root, 'x'.repeat(300)), 'ENAMETOOLONG']
  ])('are refused where the path is %s, in the words of MindSpore', (name, pathOf, reason) => {
    const where = pathOf(make(`bad ${name}`));
    expect(() => findCycleDirectories(where)).toThrow(OfflinePathError);
    expect(() => findCycleDirectories(where)).toThrow(
      `Invalid path: ${where}. ${EXPECTED}: ${reason}`
    );
  });
});

function writeFile(root: string): string {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  return file;
}
