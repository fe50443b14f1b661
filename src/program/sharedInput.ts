import type { Readable, Writable } from 'node:stream';
import { KernelscopeError, messageOf } from '../base/errors';

/** The input for several runs of a program cannot be kept or read. */
export class SharedInputError extends KernelscopeError {}

/** Most bytes that are kept for further runs. */
const MOST_BYTES = 256 * 1024 * 1024;

/** One run of the program that reads. */
export interface InputReader {
  /** Its end of the pipe. */
  readonly target: Writable;
  /** True if no other run follows: then nothing more is kept. */
  readonly isLast: boolean;
  /** Receives why it cannot go on. */
  readonly fail: (error: SharedInputError) => void;
}

/**
 * Gives several runs, one after the other, the same input. Input already read is kept for the next
 * runs, by default at most 256 MiB; the source is read only as fast as the current run reads. A source
 * without an end blocks nothing.
 */
export class SharedInput {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #hasEnded = false;

  constructor(
    private readonly source: Readable,
    private readonly mostBytes = MOST_BYTES
  ) {}

  /**
   * Feeds one run until the returned function is called, which releases both ends; safe to call twice.
   */
  feed({ target, isLast, fail }: InputReader): () => void {
    const { source } = this;
    const waiting = [...this.#kept];
    const pump = (): void => {
      for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
        if (!target.write(chunk)) return void source.pause();
      }
      if (this.#hasEnded) target.end();
      else source.resume();
    };
    const onData = (bytes: Buffer): void => {
      waiting.push(bytes);
      if (!isLast && !this.#keep(bytes)) return failWith(this.#tooMuch());
      if (!target.writableNeedDrain) pump();
    };
    const onEnd = (): void => {
      this.#hasEnded = true;
      if (!target.writableNeedDrain) pump();
    };
    const failWith = (error: SharedInputError): void => {
      release();
      fail(error);
    };
    const onError = (error: Error): void =>
      failWith(new SharedInputError(`The input cannot be read: ${messageOf(error)}`));
    // A program may end, or close its input, before it has read all.
    const onClosed = (): void => release();
    const release = (): void => {
      source.off('data', onData).off('end', onEnd).off('error', onError).pause();
      target.off('drain', pump);
    };
    target.on('drain', pump).on('error', onClosed);
    source.on('end', onEnd).on('error', onError).on('data', onData).pause();
    pump();
    return release;
  }

  /** False when there are more bytes than can be kept. */
  #keep(bytes: Buffer): boolean {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    return this.#keptBytes <= this.mostBytes;
  }

  #tooMuch(): SharedInputError {
    const most = `${this.mostBytes} bytes`;
    return new SharedInputError(
      `The program cannot be run several times on this input: it read more than the ${most} that can ` +
        'be kept. Give it the name of a file instead'
    );
  }
}
