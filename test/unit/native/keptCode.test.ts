import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { nodeVersions } from '../../support/nodeVersions';
import { bundleFile } from '../../support/bundleFile';
import { useFolder } from '../../support/folders';

const folder = useFolder();
let caches: string;

beforeAll(() => {
  bundleFile('../src/native/keptCode.ts', path.join(folder, 'keptCode.js'));
  writeFileSync(
    path.join(folder, 'load.cjs'),
    `const { loadBundle } = require('./keptCode.js');
    const { exports: loaded, keep } = loadBundle(__dirname + '/entry.js', 'use');
    console.log(loaded.word(), require('./entry.js') === loaded, require('./part.js') === loaded.part);
    keep();`
  );
});

beforeEach(() => {
  caches = mkdtempSync(path.join(folder, 'caches-'));
  writeFileSync(path.join(folder, 'build.txt'), 'first build');
  writeParts('one');
});

/** Texts of the same length, which is all of a script that V8 compares. */
function writeParts(word: 'one' | 'two'): void {
  writeFileSync(
    path.join(folder, 'entry.js'),
    `const part = require('./part.js'); exports.part = part; exports.word = () => part.word() + '${word}';`
  );
  writeFileSync(path.join(folder, 'part.js'), `exports.word = () => '${word} ';`);
}

const ALL_SHARED = 'true true\n';

interface Run {
  readonly node?: string;
  readonly flags?: readonly string[];
  readonly environment?: Record<string, string>;
}

function load({ node = process.execPath, flags = [], environment }: Run = {}): string {
  const { NODE_DISABLE_COMPILE_CACHE: _, ...own } = process.env;
  const env = { ...own, XDG_CACHE_HOME: caches, ...environment };
  return execFileSync(node, [...flags, path.join(folder, 'load.cjs')], { env, encoding: 'utf8' });
}

const kept = (): readonly string[] =>
  readdirSync(path.join(caches, 'kernelscope')).map(name => path.join(caches, 'kernelscope', name));

test.each(nodeVersions())(
  'what V8 has compiled is taken by the next process, on $title',
  ({ executable }) => {
    expect(load({ node: executable })).toBe(`one one ${ALL_SHARED}`);
    writeParts('two');
    expect(load({ node: executable })).toBe(`one one ${ALL_SHARED}`);
    expect(kept()).toHaveLength(1);
  }
);

test('it is that of one build', () => {
  load();
  writeParts('two');
  writeFileSync(path.join(folder, 'build.txt'), 'other build');
  expect(load()).toBe(`two two ${ALL_SHARED}`);
});

test('that of a package is taken until the package is written anew', () => {
  const packaged = path.join(folder, 'node_modules', 'packaged', 'index.js');
  const said = (word: string): string => `module.exports = '${word} ';`;
  mkdirSync(path.dirname(packaged), { recursive: true });
  writeFileSync(path.join(folder, 'part.js'), `exports.word = () => require('packaged');`);
  const writtenAt = (seconds: number, word: string): void => {
    writeFileSync(packaged, said(word));
    utimesSync(packaged, seconds, seconds);
  };
  writtenAt(1000, 'one');
  expect(load()).toBe(`one one ${ALL_SHARED}`);
  writtenAt(1000, 'two');
  expect(load()).toBe(`one one ${ALL_SHARED}`);
  writtenAt(2000, 'two');
  expect(load()).toBe(`two one ${ALL_SHARED}`);
});

test('a thread has that of the bundle after which its script is named', () => {
  bundleFile('../src/native/keptThread.ts', path.join(folder, 'workWorker.js'));
  writeFileSync(path.join(folder, 'work.js'), `console.log(require('./entry.js').word());`);
  const script = path.join(folder, 'workWorker.js');
  const start = `new (require('node:worker_threads').Worker)(${JSON.stringify(script)})`;
  const env = { ...process.env, XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE: '' };
  const run = (): string =>
    execFileSync(process.execPath, ['-e', start], { env, encoding: 'utf8' });
  expect(run()).toBe('one one\n');
  writeParts('two');
  expect(run()).toBe('one one\n');
  expect(kept().map(file => path.basename(file).split('-')[0])).toEqual(['work']);
});

test('it is that of the same options of V8', () => {
  load();
  writeParts('two');
  expect(load({ flags: ['--no-opt'] })).toBe(`two two ${ALL_SHARED}`);
});

test('nothing is kept or taken where the user wants no code kept', () => {
  load();
  writeParts('two');
  expect(load({ environment: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBe(`two two ${ALL_SHARED}`);
});

test('a file that is not whole, or is something else, is written anew', () => {
  load();
  const [file] = kept();
  const whole = readFileSync(file);
  writeParts('two');
  for (const spoil of [
    () => truncateSync(file, 3),
    () => truncateSync(file, 20),
    () =>
      writeFileSync(
        file,
        whole.map((byte, at) => (at === whole.length - 90 ? byte ^ 4 : byte))
      ),
    () => writeFileSync(file, 'something else that nobody reads as a length of a header')
  ]) {
    spoil();
    expect(load()).toBe(`two two ${ALL_SHARED}`);
    expect(statSync(file).size).toBeGreaterThan(whole.length / 2);
  }
});

test('a folder that cannot be written changes nothing', () => {
  writeFileSync(path.join(caches, 'kernelscope'), '');
  expect(load()).toBe(`one one ${ALL_SHARED}`);
});

test('the newest files stay, and those of others are left alone', () => {
  mkdirSync(path.join(caches, 'kernelscope'));
  for (let at = 0; at < 20; at++) {
    writeFileSync(path.join(caches, 'kernelscope', `old-${at}.scripts`), '');
    writeFileSync(path.join(caches, 'kernelscope', `kernel-${at}.code`), '');
  }
  load();
  const names = kept().map(file => path.extname(file));
  expect(names.filter(ending => ending === '.scripts')).toHaveLength(20);
  expect(names.filter(ending => ending === '.code')).toHaveLength(20);
  expect(kept().some(file => path.basename(file).startsWith('use-'))).toBe(true);
});

const LATE = `
const Module = require('node:module');
const { loadBundle } = require('./keptCode.js');
const { exports: loaded } = loadBundle(__dirname + '/entry.js', 'use');
const seen = Object.keys(require.cache).map(file => require('node:path').basename(file));
const called = [];
for (const file of Object.keys(require.cache)) delete require.cache[file];
for (const [owner, key] of [
  ...['_load', '_resolveFilename', '_findPath', '_nodeModulePaths', 'createRequire', 'wrap'].map(key => [Module, key]),
  ...['require', 'load', '_compile'].map(key => [Module.prototype, key]),
  [Module._extensions, '.js']
]) {
  const { [key]: original } = owner;
  owner[key] = function (...args) { called.push(key); return Reflect.apply(original, this, args); };
}
Module.registerHooks?.({
  resolve(id, context, next) { called.push(id); return next(id, context); },
  load(url, context, next) { called.push(url); return next(url, context); }
});
console.log(loaded.later() === loaded.part, loaded.package(), seen.join(), called.join());`;

test.each(nodeVersions())(
  'what is loaded late comes past all that the program has done to loading, on $title',
  ({ executable }) => {
    writeFileSync(
      path.join(folder, 'entry.js'),
      `exports.part = require('./part.js');
      exports.later = () => require('./later.js').part;
      exports.package = () => require('packed') + typeof require('fs').readFileSync;`
    );
    writeFileSync(path.join(folder, 'later.js'), `exports.part = require('./part.js');`);
    const packed = path.join(folder, 'node_modules', 'packed');
    mkdirSync(path.join(packed, 'lib'), { recursive: true });
    writeFileSync(path.join(packed, 'package.json'), '{ "exports": "./lib/main.js" }');
    writeFileSync(path.join(packed, 'lib', 'main.js'), `module.exports = require('../name');`);
    writeFileSync(path.join(packed, 'name.js'), `module.exports = 'packed ';`);
    writeFileSync(path.join(folder, 'late.cjs'), LATE);
    for (const NODE_DISABLE_COMPILE_CACHE of ['1', '']) {
      const env = { ...process.env, XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE };
      const printed = execFileSync(executable, [path.join(folder, 'late.cjs')], {
        env,
        encoding: 'utf8'
      });
      expect(printed).toBe('true packed function late.cjs,keptCode.js \n');
    }
  }
);
