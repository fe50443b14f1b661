import type { MessagePort } from 'node:worker_threads';
import { ownListener } from 'kernelscope/host';
import type { InputQuestion } from './inputMessages';
import type { Outlet } from './sockets';
import type { Message } from './wire';
import {
  type OutputMessage,
  type ProgressNews,
  type StreamName,
  OutputCounts
} from './outputMessages';

/** The number of messages in transit at which a writer waits for the reader. */
const MAX_UNREAD = 10_000;
/** How long one wait for the reader lasts, so that an interrupt gets through, and how many are in vain. */
const READER_MS = 200;
const READER_WAITS = 25;
/** How long a flush may take before the caller continues anyway. */
const FLUSH_MS = 500;

/**
 * The main thread's end of the output channel. All published messages go through it, in the order of
 * the calls, to the helper thread, which publishes even while this thread is busy.
 */
export class OutputChannel implements Outlet {
  readonly #post: (message: OutputMessage, transfer?: ArrayBuffer[]) => void;
  readonly #counts: OutputCounts;
  #stream: StreamName | null = null;
  #request: Message | null = null;
  #ticket = 0;
  #isReaderGone = false;
  #isClosed = false;
  readonly #awaited = new Map<number, () => void>();

  constructor(port: MessagePort, counts: SharedArrayBuffer) {
    port.on(
      'message',
      ownListener(ticket => this.#answer(ticket as number))
    );
    port.unref();
    // bound here: cells may replace the method
    this.#post = port.postMessage.bind(port);
    this.#counts = new OutputCounts(counts);
  }

  send(frames: readonly Uint8Array[]): void {
    this.#awaitReader();
    const copies = frames.map(frame => new Uint8Array(frame));
    this.#counts.posted();
    this.#post(
      { kind: 'frames', frames: copies },
      copies.map(({ buffer }) => buffer)
    );
  }

  /**
   * Assigns everything that follows, and messages of other senders about the running cell, to
   * `request`.
   */
  begin(request: Message): void {
    this.#announce('stdout', request);
  }

  /** Publishes text of a stream, collected with the text written to it before and after. */
  write(stream: StreamName, text: string, request: Message | null): void {
    this.#awaitReader();
    this.#announce(stream, request);
    this.#counts.posted();
    this.#post(text);
  }

  /** Passes on news of a recording, after everything published so far. */
  tellProgress(news: ProgressNews): void {
    this.#counts.posted();
    this.#post({ kind: 'progress', news });
  }

  /** Asks the user, after everything published so far. */
  ask(question: InputQuestion): void {
    this.#counts.posted();
    this.#post({ kind: 'ask', question });
  }

  /** Has the questions so far forgotten: nobody waits for their answers. */
  forgetQuestions(): void {
    this.#counts.posted();
    this.#post({ kind: 'forgetQuestions' });
  }

  /** Settles when everything so far was sent: text that comes faster than Jupyter takes it waits. */
  sent(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#ticket += 1;
    const ticket = this.#ticket;
    const done = new Promise<void>(resolve => this.#awaited.set(ticket, resolve));
    this.#counts.posted();
    this.#post({ kind: 'sent', ticket });
    return done;
  }

  /** Blocks until everything so far was sent, however fast: for a process that is about to end. */
  flush(): void {
    if (this.#isClosed) {
      return;
    }
    this.#ticket += 1;
    this.#counts.posted();
    this.#post({ kind: 'flush', ticket: this.#ticket });
    this.#counts.waitForFlush(this.#ticket, FLUSH_MS);
  }

  /** Nobody reads any more. */
  close(): void {
    this.#isClosed = true;
  }

  #answer(ticket: number): void {
    this.#awaited.get(ticket)?.();
    this.#awaited.delete(ticket);
  }

  #announce(stream: StreamName, request: Message | null): void {
    if (stream !== this.#stream || request !== this.#request) {
      this.#stream = stream;
      this.#request = request;
      this.#counts.posted();
      this.#post({ kind: 'owner', owner: { stream, parent: request?.header ?? null } });
    }
  }

  /** Holds back a writer that is faster than the reader; a reader that is gone is not waited for. */
  #awaitReader(): void {
    if (this.#counts.unread <= MAX_UNREAD) {
      this.#isReaderGone = false;
      return;
    }
    let vain = 0;
    while (!this.#isReaderGone && this.#counts.unread > MAX_UNREAD / 2) {
      vain = this.#counts.waitForReader(READER_MS) ? 0 : vain + 1;
      this.#isReaderGone = vain === READER_WAITS;
    }
  }
}
