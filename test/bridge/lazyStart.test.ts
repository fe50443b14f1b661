import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as library from 'kernelscope';
import type * as formats from 'kernelscope/formats';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeVersions } from '../support/nodeVersions';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../src/lib/bundle', import.meta.url));
const BUILD = fileURLToPath(new URL('../../.build', import.meta.url));

/**
 * Written at the end of a process, after a recording has ended: the files of CommonJS that it loaded, and
 * its native libraries; by threads again and again, the files alone.
 */
const TELL = `const { isMainThread, threadId } = require('node:worker_threads');
const { renameSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');
// a recorded program does not see in \`require.cache\` what the profiler loads
const compiled = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    compiled.push(String(options?.filename));
  }
};
const scripts = () => [...Object.keys(require.cache), ...compiled];
const tell = () => {
  const { sharedObjects } = process.report.getReport();
  const text = JSON.stringify([...scripts(), ...sharedObjects]);
  require('node:fs').writeFileSync(process.env.LOADED_FOLDER + '/' + process.pid, text);
};
const tellOfThread = () => {
  const file = process.env.LOADED_FOLDER + '/' + process.pid + '-' + threadId;
  writeFileSync(file + '.new', JSON.stringify(scripts()));
  renameSync(file + '.new', file);
};
if (isMainThread) setImmediate(() => process.on('exit', tell));
else setInterval(tellOfThread, 20).unref();`;

/** A program that waits until a thread beside it has loaded a file of that name. */
const waitingFor = (name: string): string => `const fs = require('node:fs');
const folder = process.env.LOADED_FOLDER;
const own = each => each.startsWith(process.pid + '-') && !each.endsWith('.new');
const timer = setInterval(() => {
  const told = fs.readdirSync(folder).filter(own).map(each => fs.readFileSync(folder + '/' + each, 'utf8'));
  if (told.some(each => each.includes('${name}'))) clearInterval(timer);
}, 20);`;

/** Packages and files that take long to load, and that few programs use. */
const HEAVY = /\.node$|sqlite|duckdb|[\\/](\w*[lL]ater|offlineAnalyse-\w+)\.js$/;

let folder: string;

// Below the repository, where programs find the package by its name.
beforeAll(() => {
  folder = mkdtempSync(path.join(BUILD, 'lazy-start-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** What Node with `args`, and each process that it starts, has loaded, but for the files given here. */
function loadedBy(...args: readonly string[]): readonly string[] {
  const reports = mkdtempSync(path.join(folder, 'reports-'));
  const tell = written('tell.cjs', TELL);
  const env = { ...process.env, LOADED_FOLDER: reports, NODE_OPTIONS: `--require ${tell}` };
  execFileSync(process.execPath, args, { env, stdio: 'pipe' });
  return readdirSync(reports)
    .flatMap(file => JSON.parse(readFileSync(path.join(reports, file), 'utf8')) as string[])
    .filter(file => !file.startsWith(folder));
}

const heavyOf = (loaded: readonly string[]): readonly string[] =>
  loaded.filter(name => HEAVY.test(name));

/** Those that are JavaScript of the package or of one that it needs. */
const scriptsOf = (loaded: readonly string[]): readonly string[] =>
  loaded.filter(name => /\.c?js$/.test(name));

describe('importing the package', () => {
  it.each([
    ['import', 'use.mjs', "import { range } from 'kernelscope'; range('a', () => 1);"],
    ['require', 'use.cjs', "require('kernelscope').range('a', () => 1);"]
  ])('by %s loads a few files, nothing native and no database', (_, name, text) => {
    const loaded = loadedBy(written(name, text));
    expect(loaded.some(file => file.endsWith('index.js'))).toBe(true);
    expect(heavyOf(loaded)).toEqual([]);
    expect(scriptsOf(loaded).length).toBeLessThan(12);
  });

  it('loads the rest when it is used', () => {
    const text = `const { profile } = require('kernelscope');
      const session = profile();
      session.stop();
      session.keyAverages().table();`;
    const loaded = loadedBy(written('table.cjs', text));
    expect(heavyOf(loaded).some(file => file.endsWith('later.js'))).toBe(true);
  });
});

describe('the command line', () => {
  it('loads no command for its help', () => {
    const files = scriptsOf(loadedBy(COMMAND, '--help'));
    expect(files.some(file => file.endsWith('cli.js'))).toBe(true);
    expect(files.filter(file => /(run|show|check|doctor)-\w+\.js$/.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(25);
  });

  it('runs a program without what other commands and formats need', () => {
    const loaded = loadedBy(COMMAND, 'run', written('hello.js', "console.log('hello');"));
    expect(loaded.some(file => /run-\w+\.js$/.test(file))).toBe(true);
    expect(loaded.some(file => file.endsWith('registerProgram.js'))).toBe(true);
    expect(heavyOf(scriptsOf(loaded))).toEqual([]);
  });

  it('loads no cryptography to run a program', () => {
    const told = path.join(folder, 'modules.json');
    const tell = `process.on('exit', () => {
      if (process.env.KERNELSCOPE_RUN !== undefined) return;
      require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.moduleLoadList));
    });`;
    const args = ['--require', written('modules.cjs', tell), COMMAND, 'run', '-q'];
    const saved = path.join(folder, 'crypto.kscope');
    const program = written('hello.js', "console.log('hello');");
    execFileSync(process.execPath, [...args, '-o', saved, program], { stdio: 'pipe' });
    const modules = JSON.parse(readFileSync(told, 'utf8')) as string[];
    expect(modules).toContain('NativeModule child_process');
    expect(modules).not.toContain('NativeModule crypto');
  });

  it('has scripts of characters that V8 keeps in one byte each', () => {
    const scripts = readdirSync(BUNDLE).filter(name => /^(chunk|run|register|cli)/.test(name));
    expect(scripts.length).toBeGreaterThan(10);
    const wide = scripts.filter(name =>
      /[^\0-\x7f]/.test(readFileSync(path.join(BUNDLE, name), 'utf8'))
    );
    expect(wide).toEqual([]);
  });
});

describe('the threads beside recorded programs', () => {
  it('load no formats but the one of their file', () => {
    const child = written('child.js', waitingFor('memberWatchWorker.js'));
    const program = written(
      'parent.js',
      `${waitingFor('programWatchWorker.js')}
      require('node:child_process').fork(${JSON.stringify(child)});`
    );
    const loaded = loadedBy(COMMAND, 'run', program);
    for (const thread of ['programWatchWorker.js', 'memberWatchWorker.js']) {
      expect(loaded.some(file => file.endsWith(thread))).toBe(true);
    }
    expect(heavyOf(scriptsOf(loaded))).toEqual([]);
  });
});

describe.each(nodeVersions())('on $title', ({ executable }) => {
  it('a recorded program loads nothing of the web that it does not use', () => {
    const text = `console.log(process.moduleLoadList.filter(each => /undici|webcrypto/.test(each)).join());`;
    const program = written('web.js', text);
    const told = (...args: readonly string[]): string =>
      execFileSync(executable, args, { encoding: 'utf8', stdio: 'pipe' }).split('\n')[0];
    expect(told(COMMAND, 'run', program)).toBe(told(program));
  });
});

it('records with every source, though classes of packages are loaded on first use', () => {
  const saved = path.join(folder, 'saved.kscope');
  const program = written('spinning.js', 'const end = Date.now() + 300; while (Date.now() < end);');
  execFileSync(process.execPath, [COMMAND, 'run', '-q', '-o', saved, program], { stdio: 'pipe' });
  const { data } = loadProfile(saved);
  expect(data.samples.length).toBeGreaterThan(0);
  // on a busy machine the thread that samples memory may not have begun by the end
  const failed = data.sources.filter(({ status }) => status !== 'ok');
  expect(failed.filter(({ message }) => !message.includes('had not begun'))).toEqual([]);
});

it('the entries of the package are one instance, also for what is loaded later', () => {
  const load = createRequire(COMMAND);
  const { KernelscopeError, VERSION } = load('kernelscope') as typeof library;
  const { decodeKscope } = load('kernelscope/formats') as typeof formats;
  expect(VERSION).toMatch(/^\d/);
  expect(() => decodeKscope(new Uint8Array(4), { inflate: bytes => bytes })).toThrow(
    KernelscopeError
  );
});
