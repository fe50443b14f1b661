/** A question for the user, ready to be sent. */
export interface InputQuestion {
  readonly ticket: number;
  /** `msg_id` of the `input_request`. */
  readonly id: string;
  /** `msg_id` of the `execute_request` that it belongs to. */
  readonly parentId: string;
  /** The whole signed message, with the client's identity. */
  readonly frames: readonly Uint8Array[];
}

/** An answer: the text; that the user gave none; or that the kernel ends. */
export type InputAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'ending' };

/** An answer on its way from the helper thread to the main thread. */
export interface TicketAnswer {
  readonly ticket: number;
  readonly answer: InputAnswer;
}

/** As they were before cells could replace them. */
const { add, load, notify, wait } = Atomics;

/** Time after which a blocked thread looks again, although nothing has told it to. */
const LOOK_AGAIN_MS = 1000;

/** Tells the main thread, also while it is blocked, that there is something to look at. */
export class InputSignal {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer = InputSignal.allocate()) {
    this.#words = new Int32Array(memory);
  }

  /** Memory for one signal. */
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  }

  /** The number of times that it was raised. */
  get count(): number {
    return load(this.#words, 0);
  }

  /** Helper thread: there is an answer, or an interrupt. */
  raise(): void {
    add(this.#words, 0, 1);
    notify(this.#words, 0);
  }

  /** Main thread: blocks while it was raised `count` times, but not for long. */
  waitWhile(count: number): void {
    wait(this.#words, 0, count, LOOK_AGAIN_MS);
  }
}
