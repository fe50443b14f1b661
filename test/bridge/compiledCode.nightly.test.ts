import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

let caches: string;

beforeEach(() => {
  caches = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
});

afterEach(() => rmSync(caches, { recursive: true, force: true }));

/** Long enough after a cell for its code to be kept. */
const KEPT_MS = 4000;

const folder = (): string => path.join(caches, 'kernelscope');

function files(): string[] {
  try {
    return readdirSync(folder()).map(name => path.join(folder(), name));
  } catch {
    return [];
  }
}

const hasCode = (): boolean => files().some(file => statSync(file).size > 1e6);

/** Runs a kernel with these caches, a cell in it, and then until `isOver`, or as long as keeping takes. */
async function runKernel(
  isOver?: () => boolean,
  environment: Record<string, string> = {}
): Promise<string> {
  const kernel = await KernelClient.start({ XDG_CACHE_HOME: caches, ...environment });
  try {
    const { id, reply } = await kernel.execute('6 * 7');
    expect(reply['status']).toBe('ok');
    if (isOver) await kernel.waitUntil(isOver, 'the code');
    else await sleep(KEPT_MS);
    expect(kernel.process.stderr()).toBe('');
    return kernel.textOf(id).trim();
  } finally {
    await kernel.dispose();
  }
}

test('a kernel keeps what V8 compiled of it, and the next one takes it', async () => {
  expect(await runKernel(hasCode)).toBe('42');
  const [file] = files();
  expect(files()).toHaveLength(1);
  const { ino } = statSync(file);
  expect(await runKernel()).toBe('42');
  expect(statSync(file).ino).toBe(ino);
});

test('a kernel with such code imports as others do, and has its own frames where it lies', async () => {
  await runKernel(hasCode);
  const kernel = await KernelClient.start({ XDG_CACHE_HOME: caches });
  try {
    writeFileSync(path.join(kernel.process.folder, 'waits.mjs'), 'export const six = await 6;');
    const { id, reply } = await kernel.execute(
      'const file: string = "./waits.mjs";\nconsole.log((await import(file)).six * 7);'
    );
    expect(reply).toMatchObject({ status: 'ok' });
    expect(kernel.textOf(id)).toBe('42\n');
    const failed = await kernel.execute('function f(): never { throw new Error("mine"); }\nf();');
    const traceback = failed.reply['traceback'] as readonly string[];
    expect(traceback.filter(line => line.includes('.cjs'))).toEqual([]);
  } finally {
    await kernel.dispose();
  }
});

test('a kernel that finds code that V8 does not take starts without it, and replaces it', async () => {
  await runKernel(hasCode);
  const [file] = files();
  const { size } = statSync(file);
  for (const damaged of [Buffer.alloc(0), Buffer.alloc(1000, 7), Buffer.alloc(size)]) {
    writeFileSync(file, damaged);
    const isReplaced = (): boolean => !readFileSync(file).equals(damaged);
    expect(await runKernel(isReplaced)).toBe('42');
    expect(hasCode()).toBe(true);
  }
});

test('only the newest code is kept', async () => {
  await runKernel(hasCode);
  const [own] = files();
  rmSync(own);
  for (let age = 1; age <= 6; age++) {
    const other = path.join(folder(), `build-${age}.code`);
    writeFileSync(other, '');
    utimesSync(other, new Date(), new Date(Date.now() - age * 1e6));
  }
  writeFileSync(path.join(folder(), 'notes.txt'), '');
  await runKernel(() => hasCode() && files().length === 5);
  const names = files().map(file => path.basename(file));
  const expected = [
    path.basename(own),
    'build-1.code',
    'build-2.code',
    'build-3.code',
    'notes.txt'
  ];
  expect(names.sort()).toEqual(expected.sort());
});

test('nothing is kept where Node is told to keep no code, or nothing can be written', async () => {
  expect(await runKernel(undefined, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('42');
  expect(files()).toEqual([]);
  const file = path.join(caches, 'file');
  writeFileSync(file, '');
  expect(await runKernel(undefined, { XDG_CACHE_HOME: file })).toBe('42');
});

test('code is kept only when no cell runs', async () => {
  const slow = 'await new Promise(resolve => setTimeout(resolve, 6000));\n6 * 7';
  const kernel = await KernelClient.start({ XDG_CACHE_HOME: caches });
  try {
    await kernel.execute('1');
    const id = kernel.submit(slow);
    await sleep(5000);
    expect(files()).toEqual([]);
    await kernel.finish(id);
    await kernel.waitUntil(() => hasCode(), 'the code');
  } finally {
    await kernel.dispose();
  }
});
