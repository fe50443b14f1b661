import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuTotals } from '../support/functionTotals';

export const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
export const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** CPU time that the program and its thread compute for, milliseconds. */
const PLANTED_MS = 300;

/** Replaces methods by some that throw, for all that comes after. */
const broken = (owner: string, ...names: string[]): string =>
  names.map(name => `${owner}.${name} = () => { throw new Error('it throws'); };`).join('\n');

const accessor = (name: string): string =>
  `Object.defineProperty(Object.prototype, '${name}', { configurable: true, get() { throw new Error('it throws'); }, set() { throw new Error('it throws'); } });`;

/** What a program replaces, and how. */
type Patch = readonly [what: string, patch: string];

/** Some of every kind: methods, functions of a module of Node, an accessor of all objects, a global that is gone. */
export const SOME_PATCHES: readonly Patch[] = [
  ['methods of arrays', broken('Array.prototype', 'map', 'push', 'filter', 'flatMap', 'sort')],
  [
    'files',
    broken("require('node:fs')", 'writeFileSync', 'renameSync', 'readFileSync', 'existsSync')
  ],
  ['a property of all objects', accessor('name')],
  ['process', 'delete globalThis.process;']
];

/** All of these in one program, in their order. */
export function allOf(patches: readonly Patch[]): Patch {
  const [names, texts] = [0, 1].map(part => patches.map(patch => patch[part]));
  return [names.join(', '), texts.join('\n')];
}

/** The others. */
export const OTHER_PATCHES: readonly Patch[] = [
  ['methods of strings', broken('String.prototype', 'split', 'replace', 'startsWith', 'slice')],
  ['methods of regular expressions', broken('RegExp.prototype', 'exec', 'test')],
  ['methods of maps', broken('Map.prototype', 'get', 'set', 'has')],
  ['JSON', broken('JSON', 'stringify', 'parse')],
  ['functions of objects', broken('Object', 'keys', 'entries', 'fromEntries', 'assign')],
  ['typed arrays', broken('Float64Array', 'from') + broken('Uint32Array', 'from')],
  ['Buffer', broken('Buffer', 'from', 'alloc', 'concat')],
  ['compression', broken("require('node:zlib')", 'deflateRawSync', 'deflateSync', 'crc32')],
  ['numbers', broken('Number', 'isInteger', 'isFinite') + broken('Math', 'max', 'min', 'round')],
  ['BigInt', 'globalThis.BigInt = () => { throw new Error("it throws"); };']
];

let folder: string;

/** Where {@link testPatches} has its files. */
export function temporaryFolder(): string {
  return folder;
}

/** A program that replaces things, and computes for so much CPU time, as its thread does. */
const program = (patch: string, busyMs: number): string => `
const { Worker, isMainThread } = require('node:worker_threads');
// a write to process.stdout would call what is replaced
const { openSync, readSync: read, writeSync: write } = require('node:fs');
// that of the thread: the process has the threads of V8 and of the profiler in it
const clock = openSync('/proc/thread-self/schedstat');
const digits = new Uint8Array(32);
function cpuMs() {
  read(clock, digits, 0, 32, 0);
  let ns = 0;
  for (let at = 0; digits[at] >= 48; at++) ns = ns * 10 + digits[at] - 48;
  return ns / 1e6;
}
function busy(ms) {
  let n = 0;
  for (const until = cpuMs() + ms; cpuMs() < until;) for (let i = 0; i < 1e6; i++) n += i % 7;
  return n;
}
function busyInThread(ms) { return busy(ms); }
if (isMainThread) {
  new Worker(__filename).once('exit', () => {
    ${patch}
    busy(${busyMs});
    write(1, 'done\\n');
  });
} else {
  ${patch}
  busyInThread(${busyMs});
}`;

/** Declares that a recorded program that replaces these things leaves its profile, and its threads theirs. */
export function testPatches(patches: readonly Patch[]): void {
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelscope-patches-')));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(patches)('a program that replaces %s leaves its profile', (_, patch) => {
    const file = path.join(folder, 'patched.cjs');
    writeFileSync(file, program(patch, 1));
    const bare = spawnSync(NODE, [file], { cwd: folder, encoding: 'utf8' });
    writeFileSync(file, program(patch, PLANTED_MS));
    const saved = path.join(folder, 'patched.kscope');
    rmSync(saved, { force: true });
    const args = [COMMAND, 'run', '-o', saved, file];
    const { stdout, stderr, status } = spawnSync(NODE, args, { cwd: folder, encoding: 'utf8' });
    expect([bare.stdout, bare.status, bare.stderr]).toEqual(['done\n', 0, '']);
    expect([stdout, status], stderr).toEqual(['done\n', 0]);
    expect(stderr).not.toContain('it throws');
    const profile = loadProfile(saved).data;
    for (const name of ['busy', 'busyInThread']) {
      const foundMs = (cpuTotals(profile).get(name)?.total ?? 0) / 1e6;
      expect(foundMs, name).toBeGreaterThan(PLANTED_MS * 0.5);
    }
    expect(profile.meta.status).toBe('complete');
  });
}
