import { beforeEach, describe, expect, test } from 'vitest';
import { createRange } from '../../../../src/engine/annotate/range';
import { type WaitAll, createWaitAll } from '../../../../src/engine/annotate/waitAll';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { FakeClock } from '../../../support/fakeClock';
import { type TestHookDeps, testHookDeps } from '../../../support/hookDeps';
import { categoryLines, finishWindow } from '../../../support/recording';

interface Settle {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

let clock: FakeClock;
let parts: TestHookDeps;
let window: RecordingWindow;
let waitAll: WaitAll;
let pending: Settle[];
let engine: { push: () => Promise<void> };

beforeEach(() => {
  clock = new FakeClock();
  parts = testHookDeps({ api: true }, clock.now);
  window = parts.recorder.openWindow();
  waitAll = createWaitAll(parts);
  pending = [];
  engine = {
    push: () => new Promise<void>((resolve, reject) => pending.push({ resolve, reject }))
  };
  createInstrument(parts)(engine);
});

const turn = () => new Promise(resolve => setTimeout(resolve, 5));

/** Watches a promise; `settled` tells whether it has. */
function watch(promise: Promise<void>): { settled: boolean } {
  const watched = { settled: false };
  void promise.then(() => (watched.settled = true));
  return watched;
}

describe('waitAll', () => {
  test('resolves at once when nothing is in flight, and is a call all the same', async () => {
    await waitAll();
    expect(categoryLines(finishWindow(parts.recorder, window))).toEqual([
      'API/waitAll 0+0 @main thread'
    ]);
  });

  test('waits for every operator and lasts until then, on a lane apart from operators', async () => {
    void engine.push();
    void engine.push();
    const all = waitAll();
    const waiting = watch(all);
    clock.advance(10);
    pending[1].resolve();
    await turn();
    expect(waiting.settled).toBe(false);
    clock.advance(10);
    pending[0].resolve();
    await all;
    expect(categoryLines(finishWindow(parts.recorder, window))).toEqual([
      'API/push 0+0 @main thread',
      'operator/push 0+20 @operators',
      'API/push 0+0 @main thread',
      'operator/push 0+10 @operators 2',
      'API/waitAll 0+20 @async'
    ]);
  });

  test('waits for operators that start while it waits, also for the next of a chain', async () => {
    const chain = async (): Promise<void> => {
      await engine.push();
      await engine.push();
    };
    const done = chain();
    const waiting = watch(waitAll());
    pending[0].resolve();
    await turn();
    expect(pending).toHaveLength(2);
    expect(waiting.settled).toBe(false);
    void engine.push();
    pending[1].resolve();
    await done;
    await turn();
    expect(waiting.settled).toBe(false);
    pending[2].resolve();
    await turn();
    expect(waiting.settled).toBe(true);
  });

  test('neither rejects with an operator nor hides its rejection from the caller', async () => {
    const failure = new Error('out of memory');
    const pushed = engine.push();
    const all = waitAll();
    pending[0].reject(failure);
    await expect(pushed).rejects.toBe(failure);
    await expect(all).resolves.toBeUndefined();
  });

  test('leaves a rejection that nobody handles visible', async () => {
    const failure = new Error('lost');
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', reason => unhandled.push(reason));
    void engine.push();
    pending[0].reject(failure);
    await waitAll();
    await turn();
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
    expect(unhandled).toEqual([failure]);
  });

  test('can be awaited inside a range, which is not an operator', async () => {
    const range = createRange(parts.recorder);
    await range('epoch', async () => {
      void engine.push();
      pending[0].resolve();
      await waitAll();
    });
    expect(parts.recorder.inFlight.count).toBe(0);
  });

  test('waits for an operator of a recording that has ended meanwhile', async () => {
    void engine.push();
    const waiting = watch(waitAll());
    parts.recorder.closeWindow(window);
    await turn();
    expect(waiting.settled).toBe(false);
    pending[0].resolve();
    await turn();
    expect(waiting.settled).toBe(true);
  });

  test('waits also where calls are not recorded', async () => {
    parts.kinds.api = false;
    void engine.push();
    const waiting = watch(waitAll());
    await turn();
    expect(waiting.settled).toBe(false);
    pending[0].resolve();
    await turn();
    expect(waiting.settled).toBe(true);
  });
});
