import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  disagreeing,
  installedPackages,
  isVersionThere,
  lockedPackages,
  missingPaths,
  neededPaths,
  suspectPaths
} from '../../../scripts/steps/npmTree.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const locked = {
  '': { workspaces: ['app', 'tests'], devDependencies: { tool: '1.0.0' } },
  app: { version: '1.0.0', dependencies: { a: '1.0.0' }, devDependencies: { d: '1.0.0' } },
  tests: { version: '1.0.0', dependencies: { app: '1.0.0', b: '2.0.0' } },
  'node_modules/app': { resolved: 'app', link: true },
  'node_modules/tests': { resolved: 'tests', link: true },
  'node_modules/tool': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0', dependencies: { b: '1.0.0', '@s/c': '1.0.0' } },
  'node_modules/a/node_modules/b': { version: '1.0.0', integrity: 'b1' },
  'node_modules/b': { version: '2.0.0', integrity: 'b2' },
  'node_modules/@s/c': { version: '1.0.0', optionalDependencies: { fast: '1.0.0' } },
  'node_modules/fast': { version: '1.0.0', optional: true },
  'node_modules/d': { version: '1.0.0' }
};

const isThere = (): boolean => true;

describe('the packages that a selection needs', () => {
  it('are those that Node finds from each workspace, the nearest first', () => {
    expect([...neededPaths(locked, ['app'])].sort()).toEqual([
      'node_modules/@s/c',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/app',
      'node_modules/d',
      'node_modules/fast'
    ]);
  });

  it('do not include what a workspace outside it is developed with', () => {
    const needed = neededPaths(locked, ['', 'tests']);
    expect(needed).toContain('node_modules/a');
    expect(needed).toContain('node_modules/tool');
    expect(needed).not.toContain('node_modules/d');
  });

  it('are together all of the lock file of this repository', () => {
    const packages = lockedPackages(root);
    const workspaces = ['', 'src', 'kernel-bridge', 'extension', 'vscode', 'test'];
    const all = neededPaths(packages, workspaces);
    const named = Object.keys(packages).filter(path => path.includes('node_modules'));
    expect(named.filter(path => !all.has(path))).toEqual([]);
    const product = neededPaths(packages, workspaces.slice(0, 4));
    expect(product.size).toBeLessThan(all.size);
    expect(product).toContain('node_modules/esbuild');
  });
});

describe('the packages that are missing', () => {
  const needed = neededPaths(locked, ['app']);

  it('are none after an install', () => {
    expect(missingPaths({ locked, installed: locked, needed }, isThere)).toEqual([]);
  });

  it('are all but the optional ones before the first', () => {
    const missing = missingPaths({ locked, installed: undefined, needed }, isThere);
    expect(missing.sort()).toEqual([...needed].filter(path => !path.endsWith('/fast')).sort());
  });

  it.each([
    ['of another version', { 'node_modules/d': { version: '0.9.0' } }, 'node_modules/d'],
    [
      'of another content',
      { 'node_modules/a/node_modules/b': { version: '1.0.0', integrity: 'other' } },
      'node_modules/a/node_modules/b'
    ]
  ])('include one %s', (_, other, path) => {
    const installed = { ...locked, ...other };
    expect(missingPaths({ locked, installed, needed }, isThere)).toEqual([path]);
  });

  it('include one whose folder was deleted, also an optional one', () => {
    const lost = (path: string): boolean => path !== 'node_modules/fast';
    expect(missingPaths({ locked, installed: locked, needed }, lost)).toEqual([
      'node_modules/fast'
    ]);
  });
});

describe('what an interrupted install may have left half done', () => {
  it('is everything without a list of what was there, and no folder of the repository', () => {
    const suspects = suspectPaths(locked, undefined);
    expect(suspects).toHaveLength(9);
    expect(suspects.every(path => path.startsWith('node_modules/'))).toBe(true);
  });

  it('is also what the list has and the folder does not', () => {
    const lost = (path: string): boolean => path !== 'node_modules/a';
    expect(suspectPaths(locked, locked, lost)).toEqual(['node_modules/a']);
  });

  it('is only what the list does not have as the lock file does', () => {
    const { 'node_modules/d': _, ...before } = locked;
    const installed = { ...before, 'node_modules/b': { version: '1.9.0' } };
    expect(suspectPaths(locked, installed)).toEqual(['node_modules/b', 'node_modules/d']);
  });
});

it('a package is there in the version of the lock file, a workspace as a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-npm-'));
  mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
  mkdirSync(join(folder, 'node_modules', 'linked'));
  writeFileSync(join(folder, 'node_modules', 'a', 'package.json'), '{ "version": "1.0.0" }');
  const isThere = (path: string, entry: { link?: boolean; version?: string }): boolean =>
    isVersionThere(folder, path, entry);
  expect(isThere('node_modules/a', { version: '1.0.0' })).toBe(true);
  expect(isThere('node_modules/a', { version: '1.0.1' })).toBe(false);
  expect(isThere('node_modules/b', { version: '1.0.0' })).toBe(false);
  expect(isThere('node_modules/linked', { link: true })).toBe(true);
  rmSync(folder, { recursive: true });
});

describe('the lock file', () => {
  it('agrees with every package.json of this repository', () => {
    expect(disagreeing(root, lockedPackages(root))).toEqual([]);
  });

  it('is not what was installed from a folder without a list, or with half of one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-npm-'));
    expect(installedPackages(folder)).toBeUndefined();
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{ "packages": { "node_mo');
    expect(installedPackages(folder)).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('disagrees with a package.json that asks for more, less or another version', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-npm-'));
    const write = (path: string, manifest: object): void => {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
    };
    write('', { devDependencies: { tool: '1.0.0' } });
    write('app', { devDependencies: { d: '1.0.0' }, dependencies: { a: '1.0.0' } });
    expect(disagreeing(folder, locked)).toEqual([]);
    write('', {});
    write('app', { devDependencies: { d: '1.0.0' }, dependencies: { a: '1.0.1' } });
    write('tests', { dependencies: { app: '1.0.0', b: '2.0.0', more: '1.0.0' } });
    expect(disagreeing(folder, locked)).toEqual([
      'package.json',
      'app/package.json',
      'tests/package.json'
    ]);
    rmSync(folder, { recursive: true });
  });
});
