import type { MessageHeader } from './wire';
import type { InputQuestion } from './inputMessages';

/** Names of the two streams of a cell. */
export type StreamName = 'stdout' | 'stderr';

/** The owner and the stream of the text that follows. */
export interface StreamOwner {
  readonly stream: StreamName;
  /** Header of the request that the text belongs to; null before the first. */
  readonly parent: MessageHeader | null;
}

/**
 * Messages from the main thread to the thread that publishes, in order. A bare string is text of the
 * owner named last; frames are a whole message, signed.
 */
export type OutputMessage =
  | string
  | { readonly kind: 'owner'; readonly owner: StreamOwner }
  | { readonly kind: 'frames'; readonly frames: readonly Uint8Array[] }
  | { readonly kind: 'progress'; readonly news: ProgressNews }
  /** Asks the user, after everything before was sent; or has all questions so far forgotten. */
  | { readonly kind: 'ask'; readonly question: InputQuestion }
  | { readonly kind: 'forgetQuestions' }
  | { readonly kind: 'flush'; readonly ticket: number }
  /** Asks for an answer, the ticket, when everything before was sent. */
  | { readonly kind: 'sent'; readonly ticket: number };

/** As they were before cells could replace them. */
const { add, load, wait } = Atomics;

const UNREAD = 0;
const FLUSHED = 1;
const WORDS = 2;

/** Counts that both ends of the output channel share: unread messages, and the last flush done. */
export class OutputCounts {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer = OutputCounts.allocate()) {
    this.#words = new Int32Array(memory);
  }

  /** Memory for the counts of one channel. */
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
  }

  /** The memory to hand to the other thread. */
  get memory(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer;
  }

  /** Messages on their way. */
  get unread(): number {
    return load(this.#words, UNREAD);
  }

  /** Main thread: one message more is on its way. */
  posted(): void {
    add(this.#words, UNREAD, 1);
  }

  /** Helper thread: one message was read, or, where it is a whole one, sent. */
  read(): void {
    Atomics.sub(this.#words, UNREAD, 1);
    Atomics.notify(this.#words, UNREAD);
  }

  /** Main thread: waits until the helper has read another message; false after `timeoutMs`. */
  waitForReader(timeoutMs: number): boolean {
    return wait(this.#words, UNREAD, this.unread, timeoutMs) !== 'timed-out';
  }

  /** Helper thread: everything before this flush was sent. */
  flushed(ticket: number): void {
    Atomics.store(this.#words, FLUSHED, ticket);
    Atomics.notify(this.#words, FLUSHED);
  }

  /** Main thread: blocks until the flush is done, at most `timeoutMs`. */
  waitForFlush(ticket: number, timeoutMs: number): void {
    const before = Atomics.load(this.#words, FLUSHED);
    if (before !== ticket) {
      Atomics.wait(this.#words, FLUSHED, before, timeoutMs);
    }
  }
}

/** A cell whose recording begins. */
export interface ProgressCell {
  /** Header of the request that runs the cell. */
  readonly parent: MessageHeader;
  readonly name: string | null;
  readonly cellId: string;
  /** Token of the first slice of the recording. */
  readonly firstToken: number;
}

/** News of a recording, from the main thread to the thread that shows its progress. */
export type ProgressNews =
  /** The main thread stands still for a heap snapshot, before the recording of the cell begins or after its end. */
  | { readonly kind: 'snapshot'; readonly cell: Omit<ProgressCell, 'firstToken'> }
  | { readonly kind: 'begin'; readonly cell: ProgressCell }
  /** Memory in which the slices are, or will be. */
  | { readonly kind: 'slices'; readonly memory: SharedArrayBuffer }
  /** The cell has ended, and GPUs are still doing its work. */
  | { readonly kind: 'waiting' }
  /** The cell has ended; its profile is being made. */
  | { readonly kind: 'preparing' }
  /** The profile is on show, or there is none. */
  | { readonly kind: 'end' };
