import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinThreads } from '../../../../../src/engine/members/launched/joinThreads';
import {
  claim,
  emptyFile,
  liveFile,
  threadClaim
} from '../../../../../src/engine/members/launched/memberFiles';
import { saveThenStop, saveThreads } from '../../../../../src/engine/members/launched/saveThreads';
import { v8AddonFile } from '../../../../../src/native/v8Addon';
import { JOIN_SYMBOL } from '../../../../../src/engine/members/launched/standBy';
import { startedThreads } from '../../../../../src/engine/members/launched/startedThreads';

/** How long a thread goes on after it has left its file, milliseconds. */
const AFTERWARDS_MS = 100;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that sleeps for ever, where it can be asked to do something slow that begins with a file. */
async function sleeper(answersBy: string, fileOf: (threadId: number) => string): Promise<Worker> {
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
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
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
  expect(performance.now() - beganMs).toBeLessThan(AFTERWARDS_MS);
});
