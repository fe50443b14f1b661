import type { Uri } from 'vscode';
import type { EditorAnswer } from '../messages/editorMessages';

/** Larger files are read when a person says so, bytes. */
export const ASK_BYTES = 64 * 1024 * 1024;

/** Larger files are not read, bytes: the command line reads no larger ones either. */
const MAX_BYTES = 1024 ** 3;

/** Bytes of one message. */
const PART_BYTES = 4 * 1024 * 1024;

/** The part of VS Code that {@link FileSender} needs. */
export interface FileSenderDeps {
  readonly stat: (file: Uri) => PromiseLike<{ readonly size: number; readonly mtime: number }>;
  readonly read: (file: Uri) => PromiseLike<Uint8Array>;
  /** Sends a message to the page. */
  readonly post: (message: EditorAnswer) => PromiseLike<unknown>;
}

/** Sends the file of one page to it: a large one, of which the page states the size, when a person says so. */
export class FileSender {
  readonly #file: Uri;
  readonly #deps: FileSenderDeps;
  /** The sendings so far, by which one that another has replaced is known. */
  #sendings = 0;

  constructor(file: Uri, deps: FileSenderDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** Says how large the file is, and sends it unless it is large; never rejects. */
  begin(): Promise<void> {
    return this.#send(async isPast => {
      const { stat, post } = this.#deps;
      const { size, mtime } = await stat(this.#file);
      if (isPast()) return;
      if (size > MAX_BYTES) {
        await post({ type: 'unreadable', text: tooLarge(size) });
        return;
      }
      const asks = size > ASK_BYTES;
      const name = nameOf(this.#file);
      await post({ type: 'file', name, sizeBytes: size, modifiedMs: mtime, asks });
      if (!asks) await this.#sendBytes(isPast);
    });
  }

  /** Sends a large file; never rejects. */
  consent(): Promise<void> {
    return this.#send(isPast => this.#sendBytes(isPast));
  }

  /** Sends no more. */
  stop(): void {
    this.#sendings++;
  }

  async #send(work: (isPast: () => boolean) => Promise<void>): Promise<void> {
    const number = ++this.#sendings;
    const isPast = (): boolean => number !== this.#sendings;
    try {
      await work(isPast);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!isPast()) await this.#deps.post({ type: 'unreadable', text: text.slice(0, 1000) });
    }
  }

  async #sendBytes(isPast: () => boolean): Promise<void> {
    const { read, post } = this.#deps;
    const bytes = await read(this.#file);
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      if (isPast()) return;
      // A plain array: VS Code sends no bytes of Node's buffers, which files are read into.
      const part = new Uint8Array(bytes.subarray(at, at + PART_BYTES));
      await post({ type: 'bytes', bytes: part });
    }
    if (!isPast()) await post({ type: 'whole' });
  }
}

/** The last part of the path of a file. */
export const nameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1);

const tooLarge = (size: number): string =>
  `It has ${size} bytes, more than ${MAX_BYTES}, which are read at most.`;
