import type { FileBytes, ReadFile } from './readFile';

interface Answer {
  readonly read?: ReadFile;
  readonly error?: string;
  readonly isDatabase?: boolean;
}

/** The file is a database, which a command makes a profile of. */
export class DatabaseError extends Error {}

/**
 * Has a worker read a file; `reader` is the address of its script. Pages of VS Code start workers from their own
 * addresses alone, so the script is fetched first.
 *
 * @throws DatabaseError for a database
 * @throws Error that says why the file is not read; DOMException `AbortError` when `signal` says so
 */
export async function readInWorker(
  file: FileBytes,
  reader: string,
  signal: AbortSignal
): Promise<ReadFile> {
  const response = await fetch(reader, { signal });
  const script = URL.createObjectURL(await response.blob());
  const worker = new Worker(script);
  try {
    return await answerOf(worker, file, signal);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(script);
  }
}

function answerOf(worker: Worker, file: FileBytes, signal: AbortSignal): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.read !== undefined) resolve(data.read);
      else if (data.isDatabase === true) reject(new DatabaseError(data.error));
      else reject(new Error(data.error));
    });
    worker.postMessage(file, [file.bytes.buffer]);
  });
}
