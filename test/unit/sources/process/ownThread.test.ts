import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOwnThread } from '../../../../src/sources/process/ownThread';

test('an own thread has no part in the standard streams of the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-thread-'));
  const file = join(folder, 'thread.cjs');
  writeFileSync(
    file,
    `const { parentPort, workerData } = require('node:worker_threads');
    console.log('unseen'); parentPort.postMessage([workerData, process.execArgv]);`
  );
  const listeners = () =>
    [process.stdout, process.stderr].map(stream => stream.listenerCount('error'));
  const before = listeners();
  const worker = startOwnThread(file, { workerData: 7 });
  expect(listeners()).toEqual(before);
  expect(await once(worker, 'message')).toEqual([[7, []]]);
  await worker.terminate();
  rmSync(folder, { recursive: true });
});
