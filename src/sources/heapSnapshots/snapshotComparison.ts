import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { GrownConstructor } from '../../facts/heapGrowth';
import { packageFiles, packageFolder } from '../../native/packageFiles';
import { ownListener } from '../../base/intrinsics/intrinsics';
import { startOwnThread } from '../process/ownThread';
import { waitFor } from '../process/waitFor';

/** The data of the thread that compares: open files, and where it answers. */
export interface ComparisonRequest {
  readonly before: number;
  readonly after: number;
  readonly witness: string;
  readonly ownFolders: readonly string[];
  readonly port: MessagePort;
  /** Becomes 1 once the answer was sent. */
  readonly isDone: Int32Array;
}

/** The result of a comparison, or why there is none. */
export type ComparisonAnswer =
  | { readonly rows: readonly GrownConstructor[]; readonly problem?: undefined }
  | { readonly problem: string };

/** The memory that the thread may take, MB, besides its columns. */
const MAX_HEAP_MB = 2048;

/** A comparison that takes longer is given up, milliseconds. */
const MAX_WAIT_MS = 120_000;

/** Two snapshots that are compared in a thread of their own, which closes their files. */
export class SnapshotComparison {
  readonly #port: MessagePort;
  readonly #isDone = new Int32Array(new SharedArrayBuffer(4));
  readonly #ended: Promise<void>;
  #answer: ComparisonAnswer | null = null;

  /** @throws Error if the thread cannot be started. */
  constructor(files: Pick<ComparisonRequest, 'before' | 'after' | 'witness'>) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const folder = packageFolder();
    const ownFolders = folder === null ? [] : [folder];
    const workerData = { ...files, ownFolders, port: port2, isDone: this.#isDone };
    const worker = startOwnThread(packageFiles().snapshotWorker, {
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }
    });
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

  /** Resolves once the thread has ended. */
  end(): Promise<void> {
    return this.#ended;
  }

  /** The answer; waits for it, if need be, with this thread standing still. */
  result(): ComparisonAnswer {
    if (this.#answer) return this.#answer;
    waitFor(() => Atomics.load(this.#isDone, 0) !== 0, MAX_WAIT_MS);
    const received: { readonly message: unknown } | undefined = receiveMessageOnPort(this.#port);
    this.#port.close();
    this.#answer = (received?.message as ComparisonAnswer | undefined) ?? {
      problem: 'The heap snapshots could not be compared'
    };
    return this.#answer;
  }
}
