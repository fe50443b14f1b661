import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { loadV8Addon, v8AddonFile } from '../../../src/native/v8Addon';
import { useFolder } from '../../support/folders';
import { sizeOf } from '../../support/tiers';

const { threads } = loadV8Addon();
const FILE = v8AddonFile();
const workers: Worker[] = [];
const folder = useFolder();

/** A thread that answers with a message, and does something else for ever. */
async function thread(forEver: string): Promise<Worker> {
  const worker = new Worker(
    `const { parentPort, threadId } = require('node:worker_threads');
    const { threads } = require(${JSON.stringify(FILE)});
    threads.answerWith(threadId, text => {
      if (text === 'throw') throw new Error('lost');
      parentPort.postMessage(text);
    });
    parentPort.postMessage('ready');
    ${forEver}`,
    { eval: true }
  );
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.terminate()));
});

test.each([
  ['computes', 'for (;;) Math.sqrt(2);'],
  ['waits for events', 'setInterval(() => undefined, 1e6);'],
  ['sleeps', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);']
])('a thread that %s answers each call in turn, and goes on', async (_, forEver) => {
  const worker = await thread(forEver);
  const heard: unknown[] = [];
  worker.on('message', text => heard.push(text));
  expect(threads.answered(worker.threadId)).toBe(0);
  for (const text of ['one', 'throw', 'two']) expect(threads.ask(worker.threadId, text)).toBe(true);
  await expect.poll(() => threads.answered(worker.threadId)).toBe(3);
  await expect.poll(() => heard).toEqual(['one', 'two']);
});

test.each([
  ['computes', 'for (;;) Math.sqrt(2);'],
  ['waits for events', 'setInterval(() => undefined, 1e6);'],
  ['sleeps', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);']
])('a thread that %s is asked later, or when there is a file', async (_, forEver) => {
  const { threadId } = await thread(forEver);
  const begunMs = performance.now();
  expect(threads.askLater(threadId, 'later', 50)).toBe(true);
  await expect.poll(() => threads.answered(threadId)).toBe(1);
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(49);
  const file = path.join(folder, `ask-${threadId}`);
  expect(threads.askLater(threadId, 'for a file', 1e9, file)).toBe(true);
  writeFileSync(file, '');
  await expect.poll(() => threads.answered(threadId)).toBe(2);
});

test('a thread that ends before it is asked is not asked', async () => {
  const worker = await thread('');
  expect(threads.askLater(worker.threadId, 'late', 20)).toBe(true);
  await worker.terminate();
  await sleep(50);
  expect(threads.answered(worker.threadId)).toBe(-1);
});

test('a thread that has ended, or never answered, cannot be asked', async () => {
  const worker = await thread("parentPort.once('message', () => process.exit());");
  const { threadId } = worker;
  // begun before it can end: events that came already are not waited for
  const ended = once(worker, 'exit');
  worker.postMessage('end');
  await ended;
  expect(threads.answered(threadId)).toBe(-1);
  expect(threads.ask(threadId, 'one')).toBe(false);
  expect(threads.ask(123_456, 'one')).toBe(false);
});

test('threads may be asked while they are terminated', async () => {
  for (let round = 0; round < sizeOf(5, 20); round++) {
    const started = await Promise.all(['for (;;) ;', 'for (;;) require("node:zlib");'].map(thread));
    const ended = started.map(worker => worker.terminate());
    for (const { threadId } of started) threads.ask(threadId, 'late');
    await Promise.all(ended);
  }
});

test('a thread whose heap is full answers before Node ends it, as long as that takes', async () => {
  const hoard =
    'const kept = []; for (;;) kept.push({ at: kept.length, text: "text " + kept.length });';
  const slowly = `const late = []; for (let i = 0; i < 1e6; i++) late.push({ i });`;
  const worker = new Worker(
    `const { parentPort, threadId } = require('node:worker_threads');
    require(${JSON.stringify(FILE)}).threads.answerWith(threadId, text => {
      ${slowly}
      parentPort.postMessage(text);
    });
    ${hoard}`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 50 } }
  );
  const heard: unknown[] = [];
  worker.on('message', text => heard.push(text));
  const [error] = (await once(worker, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ERR_WORKER_OUT_OF_MEMORY');
  expect(heard).toEqual([`full ${50 * 2 ** 20}`]);
});
