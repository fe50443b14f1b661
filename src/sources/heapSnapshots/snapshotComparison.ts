import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker
} from 'node:worker_threads';
import type { GrownConstructor } from '../../facts/heapGrowth/heapGrowth';
import { packageFiles, packageFolder } from '../../native/packageFiles';
import { ownListener } from '../../base/intrinsics/ownListener';
import { startOwnThread } from '../process/ownThread';

/** What the recorded thread is at, for the thread that compares. */
export const SnapshotStage = {
  /** It takes the first snapshot, or runs the recorded code: the other thread rests. */
  first: 0,
  /** It takes the second one. The first can be read, and the second as far as it is written. */
  second: 1,
  /** Both are whole. */
  whole: 2,
  /** There will be no second one. */
  over: 3
} as const;

/** What each number of {@link ComparisonRequest.shared} says. */
export const SnapshotField = {
  /** One of {@link SnapshotStage}. */
  stage: 0,
  /** The open file of the first snapshot, and that of the second. */
  before: 1,
  after: 2,
  /** 1 as soon as the thread has begun, and as soon as its answer was sent. */
  isReady: 3,
  isDone: 4
} as const;

/** The data of the thread that compares. */
export interface ComparisonRequest {
  /** See {@link SnapshotField}. */
  readonly shared: Int32Array;
  readonly witness: string;
  readonly ownFolders: readonly string[];
  /** Where it answers. */
  readonly port: MessagePort;
}

/** The result of a comparison, or why there is none. */
export type ComparisonAnswer =
  | { readonly rows: readonly GrownConstructor[]; readonly problem?: undefined }
  | { readonly problem: string };

/** The memory that the thread may take, MB, besides its columns. */
const MAX_HEAP_MB = 2048;

/** Time that the thread has to begin, so that it does not in the recorded window, milliseconds. */
const MAX_START_MS = 2000;

/** A comparison that takes longer is given up, milliseconds. */
const MAX_WAIT_MS = 120_000;

/**
 * Two snapshots that are compared in a thread of their own. The thread begins before the first of them is taken, so that
 * nothing that belongs to it grows in between; it rests until the second is taken, and then reads the first meanwhile.
 */
export class SnapshotComparison {
  readonly #port: MessagePort;
  readonly #shared = new Int32Array(new SharedArrayBuffer(20));
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #answer: ComparisonAnswer | null = null;

  /** @throws Error if the thread cannot be started. */
  constructor(witness: string, workerFile = packageFiles().snapshotWorker) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const folder = packageFolder();
    const ownFolders = folder === null ? [] : [folder];
    const request = { shared: this.#shared, witness, ownFolders, port: port2 };
    const worker = startOwnThread(workerFile, {
      workerData: request satisfies ComparisonRequest,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }
    });
    // it keeps no program alive that ends while it is recorded
    worker.unref();
    this.#worker = worker;
    this.#ended = new Promise(resolve => {
      worker.on(
        'error',
        ownListener(({ message }: Error) => {
          this.#answer ??= { problem: message };
        })
      );
      worker.on(
        'exit',
        ownListener(() => resolve())
      );
    });
  }

  /** Waits until the thread has begun, with this one standing still. */
  awaitStart(): void {
    Atomics.wait(this.#shared, SnapshotField.isReady, 0, MAX_START_MS);
  }

  /** The second snapshot is about to be written: the thread takes over both files, which it closes. */
  begin(before: number, after: number): void {
    this.#shared[SnapshotField.before] = before;
    this.#shared[SnapshotField.after] = after;
    this.#worker.ref();
    this.#enter(SnapshotStage.second);
  }

  /** The second snapshot is whole. */
  complete(): void {
    this.#enter(SnapshotStage.whole);
  }

  /** There is no second snapshot: what was compared until now is no answer. */
  abandon(): void {
    this.#enter(SnapshotStage.over);
  }

  /** Resolves once the thread has ended, which it is made to after two minutes. */
  async end(): Promise<void> {
    const limit = setTimeout(() => void this.#worker.terminate(), MAX_WAIT_MS);
    await this.#ended;
    clearTimeout(limit);
  }

  /** The answer; waits for it, if need be, with this thread standing still. */
  result(): ComparisonAnswer {
    if (this.#answer) return this.#answer;
    Atomics.wait(this.#shared, SnapshotField.isDone, 0, MAX_WAIT_MS);
    const received: { readonly message: unknown } | undefined = receiveMessageOnPort(this.#port);
    this.#port.close();
    this.#answer = (received?.message as ComparisonAnswer | undefined) ?? {
      problem: 'The heap snapshots could not be compared'
    };
    return this.#answer;
  }

  #enter(stage: number): void {
    Atomics.store(this.#shared, SnapshotField.stage, stage);
    Atomics.notify(this.#shared, SnapshotField.stage);
  }
}
