import type { Later } from '../cells/interrupt';
import type { Message } from './wire';
import type { InputAnswer, InputQuestion, TicketAnswer } from './inputMessages';

/** Text of a client whose user ended the input, as Ctrl-D does in a terminal. */
const END_OF_INPUT = '\x04';

/** Time after which a client that was not connected is asked again, milliseconds. */
const ASK_AGAIN_MS = 100;

/** The dependencies of asking. */
export interface InputServerOptions {
  /** Sends a message; false where its client is not connected. */
  send(frames: readonly Uint8Array[]): Promise<boolean>;
  readonly later: Later;
  /** Passes an answer to the main thread. */
  answer(answer: TicketAnswer): void;
}

/** Clients that are older than JupyterLab 4 do not say which question they answer. */
function answers({ parentHeader }: Message, { id, parentId }: InputQuestion): boolean {
  const { msg_id: given } = parentHeader;
  return given === undefined || given === '' || given === id || given === parentId;
}

function readAnswer({ content }: Message): InputAnswer {
  const { value, status } = content;
  const isText = typeof value === 'string' && value !== END_OF_INPUT;
  const isGiven = status === undefined || status === 'ok';
  return isText && isGiven ? { kind: 'text', text: value } : { kind: 'cancelled' };
}

/**
 * The helper thread's end of the questions that cells ask. One is asked at a time, since front ends show one; an
 * answer to any other is dropped.
 */
export class InputServer {
  readonly #options: InputServerOptions;
  #waiting: InputQuestion[] = [];
  #isEnding = false;

  constructor(options: InputServerOptions) {
    this.#options = options;
  }

  /** Asks when those before it have been answered. */
  ask(question: InputQuestion): void {
    if (this.#isEnding) return this.#answer(question, { kind: 'ending' });
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#send();
  }

  /** Takes a message of the stdin channel. */
  take(reply: Message): void {
    const [asked] = this.#waiting;
    const isReply = reply.header.msg_type === 'input_reply';
    if (asked === undefined || !isReply || !answers(reply, asked)) return;
    this.#waiting.shift();
    this.#answer(asked, readAnswer(reply));
    this.#send();
  }

  /** The cell that asked has ended: nobody waits for answers any more. */
  forget(): void {
    this.#waiting = [];
  }

  /** The kernel is about to end: there will be no answers. */
  end(): void {
    this.#isEnding = true;
    const left = this.#waiting;
    this.#waiting = [];
    for (const question of left) this.#answer(question, { kind: 'ending' });
  }

  #send(): void {
    const [next] = this.#waiting;
    if (next !== undefined) void this.#reach(next);
  }

  /** A client may connect, or come back, after its cell has begun. */
  async #reach(question: InputQuestion): Promise<void> {
    if (this.#waiting[0] !== question) return;
    const isSent = await this.#options.send(question.frames);
    if (!isSent) this.#options.later(() => void this.#reach(question), ASK_AGAIN_MS);
  }

  #answer({ ticket }: InputQuestion, answer: InputAnswer): void {
    this.#options.answer({ ticket, answer });
  }
}
