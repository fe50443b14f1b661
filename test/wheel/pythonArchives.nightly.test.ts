import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { packSources, pythonChecks } from '../../scripts/steps/archives.mjs';
import { createEmptyEnvironment, wheelPath } from './emptyEnvironment';
import { useFolder } from '../support/folders';

const root = fileURLToPath(new URL('../..', import.meta.url));
const python = join(root, '.venv', 'bin', 'python');

/** Folders of sources without which nothing can be built, with a file of each. */
const SOURCES = [
  'src/index.ts',
  'src/native/cc/napi/addon.cc',
  'extension/src/index.ts',
  'kernel-bridge/src/host/main.ts',
  'kernel-bridge/python/kernelscope/__main__.py',
  'style/base.css',
  'scripts/build.mjs',
  'package-lock.json',
  'pyproject.toml',
  'LICENSE'
];

const home = useFolder();
let unpacked: string;
let sources: string;

beforeAll(async () => {
  sources = await packSources(home);
  execFileSync('tar', ['-xzf', sources, '-C', home]);
  unpacked = sources.replace(/\.tar\.gz$/, '');
});

/** The SHA-256 of each file in a wheel, without the list of them in it. */
function contentsOf(wheel: string): Record<string, string> {
  const folder = mkdtempSync(join(home, 'wheel-'));
  execFileSync(python, ['-m', 'zipfile', '-e', wheel, folder]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  const hash = (file: string): string =>
    createHash('sha256').update(readFileSync(file)).digest('hex');
  const entries = files.map(file => [relative(folder, file), hash(file)]);
  const compared = entries.filter(([name]) => !name.endsWith('/RECORD'));
  return Object.fromEntries(compared) as Record<string, string>;
}

/** The names of the files in a wheel. */
const filesOf = (wheel: string): readonly string[] => Object.keys(contentsOf(wheel)).sort();

/** Builds the wheel of the unpacked sources; gives what is in it. */
function rebuilt(paths: string): Record<string, string> {
  const output = mkdtempSync(join(home, 'dist-'));
  const build = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', output];
  execFileSync(python, build, { cwd: unpacked, env: { ...process.env, PATH: paths } });
  return contentsOf(join(output, readdirSync(output)[0]));
}

describe('the wheel and the source distribution', () => {
  it('are what twine and check-wheel-contents find nothing in', () => {
    for (const { command } of pythonChecks(wheelPath(), sources)) {
      const [program, ...args] = command;
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: home });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/PASSED|OK/);
      expect(stdout).not.toMatch(/WARNING/i);
    }
  });

  it.each(SOURCES)('have the source %s', file => {
    expect(existsSync(join(unpacked, file))).toBe(true);
  });

  it('have no tests, no installed packages and nothing of a machine', () => {
    const names = readdirSync(unpacked);
    expect(
      names.filter(name => /^(test|docs|binder|node_modules|\.(venv|build|ci|git))$/.test(name))
    ).toEqual([]);
  });

  it('have the same files where pip builds the wheel of the source distribution, in an empty environment', async () => {
    const environment = createEmptyEnvironment();
    try {
      const wheel = ['-m', 'pip', 'wheel', '-q', '--no-deps', '--wheel-dir', environment.folder];
      await environment.run('python', [...wheel, sources]);
      const [built] = readdirSync(environment.folder);
      expect(built).toBe(basename(wheelPath()));
      expect(filesOf(join(environment.folder, built))).toEqual(filesOf(wheelPath()));
    } finally {
      environment.dispose();
    }
  });

  it('are equal where the built files are taken as they are, without npm', () => {
    expect(rebuilt('')).toEqual(contentsOf(wheelPath()));
  });
});
