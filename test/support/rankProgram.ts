import cluster from 'node:cluster';
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { listenAsRank } from '../../src/engine/sessions/rankListener';
import { isRecord } from '../../src/base/isObject';
import type { SavedFile } from '../../src/engine/results/atomicWrite';
import type { ProcessCommand } from '../../src/compat/mxnet/processCommand';

/**
 * A program that is attached in tests, as a worker thread, a child or a cluster worker. How it
 * behaves is its first argument or its worker data; it ends when its user sends `end`.
 */
const behaviour = isMainThread ? process.argv[2] : String(workerData);
const done: ProcessCommand[] = [];
let filename = '';

function perform(command: ProcessCommand): readonly SavedFile[] {
  done.push(command);
  if (behaviour === 'fails') throw new TypeError('the disk is full');
  if (command.command === 'setConfig') filename = command.config.filename;
  if (command.command !== 'dump') return [];
  if (behaviour === 'dies') process.exit(3);
  const text = JSON.stringify(done.map(one => one.command));
  writeFileSync(filename, text);
  return [{ path: filename, sizeBytes: text.length, losses: [] }];
}

/** Does nothing until a file is there, and says with another that it has begun. */
function block(file: string): void {
  writeFileSync(`${file}.begun`, '');
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(never, 0, 0, 5);
}

/** Answers its user, so that tests see what reaches user code: this and nothing else. */
function onUserMessage(message: unknown): void {
  if (message === 'end') process.exit(0);
  if (isRecord(message) && typeof message['busyUntil'] === 'string') block(message['busyUntil']);
  tell({ heard: message, done: done.map(one => one.command) });
}

function tell(message: unknown): void {
  if (isMainThread) process.send?.(message);
  else parentPort?.postMessage(message);
}

const abilities = { perform, recordings: { perform: () => ({}) }, messages: null };
if (behaviour === 'late') setTimeout(() => listenAsRank(abilities), 400);
else if (behaviour === 'deaf') listenAsRank(abilities)?.dispose();
else if (behaviour !== 'never') listenAsRank(abilities);

if (behaviour === 'silent') {
  tell({ active: process.getActiveResourcesInfo() });
  cluster.worker?.disconnect();
} else {
  if (isMainThread) process.on('message', onUserMessage);
  else parentPort?.on('message', onUserMessage);
  tell({ ready: cluster.isWorker });
}
