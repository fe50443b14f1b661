import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinThreads } from '../../../../../src/engine/members/launched/launchedMembers';
import {
  claim,
  emptyFile,
  liveFile,
  noteSaving,
  threadClaim
} from '../../../../../src/engine/members/launched/memberFiles';
import { saveThenStop, saveThreads } from '../../../../../src/engine/members/launched/saveThreads';
import { loadV8Addon, v8AddonFile } from '../../../../../src/native/v8Addon';
import { JOIN_SYMBOL } from '../../../../../src/engine/members/launched/standBy';
import { startedThreads } from '../../../../../src/engine/members/launched/hookWorkers';

/** How long a thread goes on after it has left its file, milliseconds. */
const AFTERWARDS_MS = 30;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What threads do for ever. */
const SLEEPING = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const COMPUTING = 'for (let x = 0; ; ) x = (x * 31 + 7) | 0;';
const WAITING = 'setInterval(() => undefined, 1000);';

/** A thread that does something for ever, where it can be asked to do something slow that begins with a file. */
async function sleeper(
  answersBy: string,
  fileOf: (threadId: number) => string,
  forEver = SLEEPING
): Promise<Worker> {
  const worker = new Worker(
    `const { parentPort, threadId } = require('node:worker_threads');
    const { writeFileSync } = require('node:fs');
    parentPort.once('message', file => {
      const answer = () => {
        writeFileSync(file, 'left');
        const until = performance.now() + ${AFTERWARDS_MS};
        while (performance.now() < until);
        writeFileSync(file, 'over');
      };
      ${answersBy}
      parentPort.postMessage('sleeps');
      ${forEver}
    });`,
    { eval: true }
  );
  worker.postMessage(fileOf(worker.threadId));
  await once(worker, 'message');
  return worker;
}

/** How a thread answers that records, and one that stands by. */
const NATIVELY = `require(${JSON.stringify(v8AddonFile())}).threads.answerWith(threadId, answer);`;
const BY_INSPECTOR = `process[Symbol.for(${JSON.stringify(JOIN_SYMBOL)})] = answer;`;

test('a thread that sleeps can be terminated as soon as it has saved', async () => {
  const worker = await sleeper(NATIVELY, id => emptyFile(folder, threadClaim(id, 0)));
  const member = threadClaim(worker.threadId, 0);
  claim(folder, member);
  saveThreads(folder, 0);
  expect(readFileSync(emptyFile(folder, member), 'utf8')).toBe('over');
  await worker.terminate();
});

test('a thread that has not begun to record is named, and not waited for', async () => {
  const worker = await sleeper('', id => emptyFile(folder, threadClaim(id, 0)));
  const member = threadClaim(worker.threadId, 0);
  claim(folder, member);
  let stops = 0;
  saveThenStop(folder, worker.threadId, () => stops++);
  expect(stops).toBe(1);
  expect(readFileSync(emptyFile(folder, member), 'utf8')).toMatch(/^ended before/);
  await worker.terminate();
});

test('a thread that sleeps can be terminated as soon as it has begun', async () => {
  const worker = await sleeper(BY_INSPECTOR, id => liveFile(folder, threadClaim(id, 0)));
  startedThreads.add(worker, true);
  joinThreads(folder);
  expect(readFileSync(liveFile(folder, threadClaim(worker.threadId, 0)), 'utf8')).toBe('over');
  await worker.terminate();
});

test('a thread that has ended is not waited for', async () => {
  const worker = await sleeper(BY_INSPECTOR, id => liveFile(folder, threadClaim(id, 0)));
  startedThreads.add(worker, true);
  await worker.terminate();
  const beganMs = performance.now();
  joinThreads(folder);
  expect(performance.now() - beganMs).toBeLessThan(1000);
});

test.each([
  ['sleeps', SLEEPING],
  ['computes', COMPUTING],
  ['waits for events', WAITING]
])(
  'a thread that %s ends if it is terminated in the midst of its answer',
  async (_does, forEver) => {
    const fileOf = (id: number): string => emptyFile(folder, threadClaim(id, 0));
    const worker = await sleeper(NATIVELY, fileOf, forEver);
    const file = fileOf(worker.threadId);
    loadV8Addon().threads.ask(worker.threadId, 'save');
    await vi.waitUntil(() => existsSync(file), { timeout: 20_000, interval: 1 });
    await expect(worker.terminate()).resolves.toBe(1);
  }
);

test('a thread that is terminated again while it saves is stopped once, when it has saved', async () => {
  const worker = await sleeper(NATIVELY, id => emptyFile(folder, threadClaim(id, 0)), COMPUTING);
  const member = threadClaim(worker.threadId, 0);
  claim(folder, member);
  const found: string[] = [];
  const stop = (): void => {
    found.push(readFileSync(emptyFile(folder, member), 'utf8'));
    void worker.terminate();
  };
  const ended = once(worker, 'exit');
  saveThenStop(folder, worker.threadId, stop);
  saveThenStop(folder, worker.threadId, stop);
  await ended;
  expect(found).toEqual(['over']);
});

test('a thread that saves already as it is terminated is stopped when it has saved, and not held', async () => {
  const worker = new Worker(
    `const { parentPort, threadId } = require('node:worker_threads');
    const { rmSync, writeFileSync } = require('node:fs');
    require(${JSON.stringify(v8AddonFile())}).threads.answerWith(threadId, () => false);
    parentPort.once('message', ([saving, saved]) => {
      parentPort.postMessage('saves');
      const until = performance.now() + ${AFTERWARDS_MS};
      while (performance.now() < until);
      writeFileSync(saved, 'over');
      rmSync(saving);
      ${COMPUTING}
    });`,
    { eval: true }
  );
  const member = threadClaim(worker.threadId, 0);
  const saved = emptyFile(folder, member);
  claim(folder, member);
  noteSaving(folder, member);
  worker.postMessage([path.join(folder, `${member.key}.saving`), saved]);
  await once(worker, 'message');
  const found: boolean[] = [];
  const ended = once(worker, 'exit');
  saveThenStop(folder, worker.threadId, () => {
    found.push(existsSync(saved));
    void worker.terminate();
  });
  await ended;
  expect(found).toEqual([true]);
});
