import { describe, expect, test } from 'vitest';
import {
  ExecutionQueue,
  HOLD_AFTER_ERROR_MS
} from '../../../../kernel-bridge/src/requests/executionQueue';

function createBench(): {
  queue: ExecutionQueue;
  log: string[];
  sleeps: number[];
  add: (name: string, run?: () => Promise<void>) => Promise<void>;
} {
  const log: string[] = [];
  const sleeps: number[] = [];
  const queue = new ExecutionQueue(delayMs => {
    sleeps.push(delayMs);
    return Promise.resolve();
  });
  const add = (name: string, run = async (): Promise<void> => undefined): Promise<void> =>
    queue.add({
      run: () => {
        log.push(`run ${name}`);
        return run();
      },
      abort: () => log.push(`abort ${name}`)
    });
  return { queue, log, sleeps, add };
}

describe('the execution queue', () => {
  test('runs one cell after the other', async () => {
    const { log, add } = createBench();
    let release = (): void => undefined;
    const first = add('a', () => new Promise(resolve => (release = resolve)));
    const second = add('b');
    await Promise.resolve();
    expect(log).toEqual(['run a']);
    release();
    await Promise.all([first, second]);
    expect(log).toEqual(['run a', 'run b']);
  });

  test('aborts what was waiting when a cell failed, not what came later', async () => {
    const { queue, log, sleeps, add } = createBench();
    const failing = add('bad', () => queue.discardWaiting());
    const waiting = add('waiting');
    await Promise.all([failing, waiting]);
    await add('later');
    expect(log).toEqual(['run bad', 'abort waiting', 'run later']);
    expect(sleeps).toEqual([HOLD_AFTER_ERROR_MS]);
  });

  test('aborts what arrives while the failure is held', async () => {
    const { queue, log, add } = createBench();
    const late: Promise<void>[] = [];
    await add('bad', async () => {
      late.push(add('sent before the reply'));
      await queue.discardWaiting();
    });
    await Promise.all(late);
    expect(log).toEqual(['run bad', 'abort sent before the reply']);
  });
});
