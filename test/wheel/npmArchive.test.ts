import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { npmChecks } from '../../scripts/steps/archives.mjs';
import { npmArchive } from './installedPackage';
import { useFolder } from '../support/folders';

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

/** The files that a module imports or requires by a relative path. */
const RELATIVE = /(?:\bfrom |\bimport |\bimport\(|\brequire\()\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** The files that a relative path may mean. */
const ENDINGS = ['', '.js', '/index.js', '.d.ts', '/index.d.ts'];

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

const home = useFolder();
let archive: string;
let folder: string;
let files: readonly string[];

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const endingIn = (pattern: RegExp): readonly string[] => files.filter(file => pattern.test(file));

beforeAll(() => {
  archive = npmArchive(home);
  execFileSync('tar', ['-xzf', archive, '-C', home]);
  folder = join(home, 'package');
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)));
});

describe('the archive of the npm package', () => {
  it('is what publint finds nothing in', () => {
    const [publint] = npmChecks(archive);
    const { status, stdout, stderr } = run(publint.command);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('All good!');
  });

  it(
    'has types that attw finds nothing wrong with, for each way to resolve modules',
    { tags: 'night' },
    () => {
      const [, attw] = npmChecks(archive);
      const { status, stdout } = run(attw.command);
      expect([status, stdout]).toEqual([0, expect.stringContaining('No problems found')]);
    }
  );

  it('runs nothing and builds nothing when it is installed', () => {
    const { scripts = {}, gypfile } = JSON.parse(read('package.json')) as Manifest;
    expect([scripts, gypfile]).toEqual([{}, undefined]);
    expect(endingIn(/\.(gyp|cc|h)$/)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('brings the native addon of this machine', () => {
    expect(files).toContain(`lib/native/kernelscope-linux-${process.arch}.node`);
  });

  it('refers to no source map that is not in it', () => {
    const scripts = endingIn(/\.(js|mjs|cjs|css|ts|mts)$/);
    expect(scripts.length).toBeGreaterThan(100);
    const references = scripts.flatMap(file =>
      [...read(file).matchAll(/^(?:\/\/|\/\*)# sourceMappingURL=(?!data:)(\S+)/gm)].map(([, map]) =>
        join(dirname(file), map)
      )
    );
    expect(references.filter(map => !files.includes(map))).toEqual([]);
  });

  it('has all modules and types that its own import', () => {
    const modules = endingIn(/\.(js|mjs|cjs|ts|mts)$/);
    const missing = modules.flatMap(file =>
      [...read(file).replace(COMMENT, '').matchAll(RELATIVE)]
        .map(([, path]) => join(dirname(file), path))
        .filter(path => !ENDINGS.some(ending => files.includes(path.replace(/\.js$/, '') + ending)))
        .filter(path => !files.includes(path))
        .map(path => `${file}: ${path}`)
    );
    expect(missing).toEqual([]);
  });

  it('has a page whose links lead somewhere from everywhere', () => {
    const links = [...read('README.md').matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter(link => !link.startsWith('https://'))).toEqual([]);
  });

  it('has its licence, and those of what its bundles contain', () => {
    expect(read('LICENSE')).toContain('BSD 3-Clause License');
    expect(read('lib/bundle/THIRD_PARTY_LICENSES')).toMatch(/^apache-arrow \S+ \(Apache-2\.0\)$/m);
  });

  it('has no test, no source and no file of a machine', () => {
    expect(endingIn(/\.(test|tsbuildinfo|map)$|(?<!\.d)\.m?ts$/)).toEqual([]);
    expect(existsSync(join(folder, '.npmrc'))).toBe(false);
  });
});

function run([program, ...args]: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8', cwd: home });
}
