import { closeSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors';
import { compareSnapshots } from './compareSnapshots';
import type { ComparisonAnswer, ComparisonRequest } from './snapshotComparison';

/** Compares the two files once, answers, and ends. */
function answer({ before, after, witness, ownFolders }: ComparisonRequest): ComparisonAnswer {
  const reading = (file: number) => (target: Uint8Array) => readSync(file, target);
  try {
    const files = { before: reading(before), after: reading(after) };
    return { rows: compareSnapshots({ ...files, witness, ownFolders }) };
  } catch (error) {
    return { problem: messageOf(error) };
  } finally {
    closeSync(before);
    closeSync(after);
  }
}

if (parentPort) {
  const request = workerData as ComparisonRequest;
  request.port.postMessage(answer(request));
  Atomics.store(request.isDone, 0, 1);
  request.port.close();
}
