import { closeSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors';
import { compareSnapshots } from './compareSnapshots';
import type { ReadBytes } from './snapshotBytes';
import {
  type ComparisonAnswer,
  type ComparisonRequest,
  SnapshotField,
  SnapshotStage
} from './snapshotComparison';

/** How often it is looked whether a file that is being written has more, milliseconds. */
const LOOK_MS = 5;

/** Reads a file while the recorded thread writes it. */
function readingOn(file: number, shared: Int32Array): ReadBytes {
  return target => {
    for (;;) {
      // what was written before the end was told is there to read
      const isBeingWritten = Atomics.load(shared, SnapshotField.stage) === SnapshotStage.second;
      const length = readSync(file, target);
      if (length > 0 || !isBeingWritten) return length;
      Atomics.wait(shared, SnapshotField.stage, SnapshotStage.second, LOOK_MS);
    }
  };
}

/** Compares the two files once, and closes them. */
function compared({ shared, witness, ownFolders }: ComparisonRequest): ComparisonAnswer {
  const [first, second] = [shared[SnapshotField.before], shared[SnapshotField.after]];
  const before: ReadBytes = target => readSync(first, target);
  try {
    const after = readingOn(second, shared);
    return { rows: compareSnapshots({ before, after, witness, ownFolders }) };
  } catch (error) {
    return { problem: messageOf(error) };
  } finally {
    closeSync(first);
    closeSync(second);
  }
}

function signal(shared: Int32Array, field: number): void {
  Atomics.store(shared, field, 1);
  Atomics.notify(shared, field);
}

if (parentPort) {
  const request = workerData as ComparisonRequest;
  const { shared, port } = request;
  signal(shared, SnapshotField.isReady);
  Atomics.wait(shared, SnapshotField.stage, SnapshotStage.first);
  if (Atomics.load(shared, SnapshotField.stage) !== SnapshotStage.over) {
    port.postMessage(compared(request));
  }
  signal(shared, SnapshotField.isDone);
  port.close();
}
