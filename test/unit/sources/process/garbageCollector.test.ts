import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { obtainCollector } from '../../../../src/sources/process/garbageCollector';

/** Does what the profiler of another thread does, without a pause until it is told to end. */
const OTHER_THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { setFlagsFromString } = require('node:v8');
  const ended = new Int32Array(workerData);
  parentPort.postMessage('on its way');
  while (Atomics.load(ended, 0) === 0) {
    setFlagsFromString('--expose-gc');
    setFlagsFromString('--no-expose-gc');
  }`;

let end = async (): Promise<unknown> => Promise.resolve();

async function startOtherThread(): Promise<void> {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(OTHER_THREAD, { eval: true, workerData: ended.buffer });
  const exit = new Promise(resolve => worker.once('exit', resolve));
  end = async () => {
    Atomics.store(ended, 0, 1);
    return exit;
  };
  await new Promise(resolve => worker.once('message', resolve));
}

afterEach(async () => end());

describe('obtainCollector', () => {
  it('gives a function that collects, which code of the user does not see', () => {
    const collect = obtainCollector();
    expect(collect).toBeTypeOf('function');
    expect(() => collect!()).not.toThrow();
    expect('gc' in globalThis).toBe(false);
  });

  it('never throws while another thread switches the flag that it needs', async () => {
    await startOtherThread();
    const found = Array.from({ length: 40 }, () => obtainCollector());
    expect(found.filter(collect => collect !== null).length).toBeGreaterThan(20);
  });

  it('gives null when V8 hands out none however often it is asked', () => {
    let asked = 0;
    const never = (): null => {
      asked++;
      return null;
    };
    expect(obtainCollector(never)).toBeNull();
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(100);
  });
});
