import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { RunCommands, type ProfiledPart } from '../../../vscode/src/host/runCommand';

const uri = (path: string): Uri => ({ path, fsPath: path }) as Uri;

const SCRIPT = 'node_modules/kernelscope/bin/kernelscope.cjs';
const OUTPUT = '/code/.kernelscope/main-20260203-040506.kscope';

interface Place {
  readonly files?: Readonly<Record<string, string>>;
  readonly setting?: string;
  readonly file?: string;
  readonly part?: ProfiledPart;
}

/** The command for a file of the workspace `/code`, in which there are `files`. */
async function commandOf({ files = {}, setting = '', file = 'src/main.ts', part = 'file' }: Place) {
  const known = new Map(Object.entries(files).map(([name, text]) => [`/code/${name}`, text]));
  const asked: string[] = [];
  const runs = new RunCommands({
    isFile: ({ path }) => {
      asked.push(path);
      return Promise.resolve(known.has(path));
    },
    readText: ({ path }) => Promise.resolve(known.get(path) ?? ''),
    join: ({ path }, ...parts) => uri(posix.join(path, ...parts)),
    installedAt: () => setting,
    now: () => new Date(2026, 1, 3, 4, 5, 6)
  });
  const command = await runs.of({ file: uri(`/code/${file}`), root: uri('/code'), part });
  return { command, asked };
}

describe('the command that profiles a file', () => {
  it('runs the installation of the workspace by Node, in the folder of the nearest package', async () => {
    const { command } = await commandOf({ files: { [SCRIPT]: '', 'package.json': '{}' } });
    expect(command).toEqual({
      program: 'node',
      args: [`/code/${SCRIPT}`, 'run', '-o', OUTPUT, '/code/src/main.ts'],
      folder: uri('/code'),
      output: uri(OUTPUT)
    });
  });

  it('converts a file that another program has recorded', async () => {
    const { command } = await commandOf({
      files: { [SCRIPT]: '' },
      file: 'main.nvprof',
      part: 'conversion'
    });
    expect(command?.args).toEqual([`/code/${SCRIPT}`, 'convert', '/code/main.nvprof', OUTPUT]);
  });

  it('prefers the nearest installation and package', async () => {
    const { command } = await commandOf({
      files: {
        [SCRIPT]: '',
        [`app/${SCRIPT}`]: '',
        'app/package.json': '{}',
        'package.json': '{}'
      },
      file: 'app/src/main.ts'
    });
    expect(command?.args[0]).toBe(`/code/app/${SCRIPT}`);
    expect(command?.folder.path).toBe('/code/app');
  });

  it.each(['.venv/bin/kernelscope', '.venv/Scripts/kernelscope.exe'])(
    'is that of an environment of Python that a wheel was installed into: %s',
    async program => {
      const { command } = await commandOf({ files: { [program]: '' } });
      expect(command?.program).toBe(`/code/${program}`);
      expect(command?.args).toEqual(['run', '-o', OUTPUT, '/code/src/main.ts']);
    }
  );

  it('has none where nothing is installed, and looks for it in the workspace alone', async () => {
    const { command, asked } = await commandOf({ files: { 'package.json': '{}' } });
    expect(command).toBeNull();
    expect(asked.filter(path => !path.startsWith('/code/'))).toEqual([]);
  });

  it.each([
    ['/opt/kernelscope', ['/opt/kernelscope']],
    ['/opt/bin/kernelscope.cjs', ['node', '/opt/bin/kernelscope.cjs']]
  ])('is that of the setting before any other: %s', async (setting, start) => {
    const { command } = await commandOf({ files: { [SCRIPT]: '' }, setting });
    expect([command?.program, ...(command?.args ?? [])].slice(0, start.length)).toEqual(start);
  });

  it('leaves every path one word, whatever is in it', async () => {
    const file = 'a b/$(touch x); `y` "z" \'q\' & c.ts';
    const { command } = await commandOf({ files: { [SCRIPT]: '' }, file });
    expect(command?.args.at(-1)).toBe(`/code/${file}`);
    expect(command?.args.length).toBe(5);
  });

  it.each([
    ['vitest', 'a.test.ts', ['vitest', '--', 'run', '/code/a.test.ts']],
    ['vitest', 'a.ts', ['vitest', '--', 'related', '--run', '/code/a.ts']],
    ['jest', '__tests__/a.ts', ['jest', '--', '--runTestsByPath', '/code/__tests__/a.ts']],
    ['jest', 'a.ts', ['jest', '--', '--findRelatedTests', '/code/a.ts']],
    ['mocha', 'a.spec.js', ['mocha', '--', '/code/a.spec.js']],
    ['other', 'a.test.mjs', ['--', 'node', '--test', '/code/a.test.mjs']]
  ])('has the tests of a file run by %s: %s', async (runner, file, words) => {
    const manifest = JSON.stringify({ devDependencies: { [runner]: '1' } });
    const files = { [SCRIPT]: '', 'package.json': manifest };
    const { command } = await commandOf({ files, file, part: 'tests' });
    expect(command?.args.slice(4)).toEqual(words);
  });

  it('has tests run by Node where the package says nothing', async () => {
    const files = { [SCRIPT]: '', 'package.json': 'no json' };
    const { command } = await commandOf({ files, file: 'a.test.js', part: 'tests' });
    expect(command?.args.slice(4)).toEqual(['--', 'node', '--test', '/code/a.test.js']);
  });
});
