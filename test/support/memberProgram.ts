import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';
import { range } from '../../src/index';

/**
 * A program that is attached in tests and records when the other side does. What its user tells it,
 * it does inside ranges, and answers `done`.
 */
interface Told {
  /** Names of ranges to run. */
  readonly ranges?: readonly string[];
  /** Milliseconds for which it computes without a pause. */
  readonly busyMs?: number;
  /** Sets the first number, and then does nothing until the second one is set. */
  readonly occupied?: Int32Array;
  /** Ends with this exit code. */
  readonly exit?: number;
  /** Answers what it was told. */
  readonly echo?: unknown;
}

function tell(message: unknown): void {
  if (isMainThread) process.send?.(message);
  else parentPort?.postMessage(message);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function onMessage(told: Told): Promise<void> {
  if (told.exit !== undefined) process.exit(told.exit);
  if (told.busyMs !== undefined) block(told.busyMs);
  if (told.occupied !== undefined) {
    Atomics.store(told.occupied, 0, 1);
    Atomics.wait(told.occupied, 1, 0);
  }
  for (const name of told.ranges ?? []) {
    range(name, () => block(2));
    await range(`${name} later`, () => sleep(1));
  }
  tell('echo' in told ? told.echo : 'done');
}

const listen = (told: unknown): void => void onMessage(told as Told);
if (isMainThread) process.on('message', listen);
else parentPort?.on('message', listen);
tell({ ready: isMainThread ? process.pid : threadId });
