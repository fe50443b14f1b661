import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ownListener } from 'kernelscope/host';
import { type Message, type Sender, createMessage, encodeMessage } from './wire';
import type { InputAnswer, InputQuestion, InputSignal, TicketAnswer } from './inputMessages';

/** The text that a front end shows beside the field, and whether it hides what is typed. */
export interface InputPrompt {
  readonly prompt: string;
  readonly password: boolean;
}

export interface InputChannelOptions {
  /** Answers come from there. */
  readonly port: MessagePort;
  readonly signal: InputSignal;
  readonly key: string;
  readonly sender: Sender;
  /** Passes questions on, behind everything published so far. */
  readonly outlet: { ask(question: InputQuestion): void; forgetQuestions(): void };
}

/** The main thread's end of the questions that cells ask. */
export class InputChannel {
  readonly #options: InputChannelOptions;
  readonly #takers = new Map<number, (answer: InputAnswer) => void>();
  #tickets = 0;

  constructor(options: InputChannelOptions) {
    this.#options = options;
    options.port.on(
      'message',
      ownListener(message => this.#pass(message as TicketAnswer))
    );
    options.port.unref();
  }

  /** Asks on behalf of `request`, and calls `take` with the answer. */
  ask(prompt: InputPrompt, request: Message, take: (answer: InputAnswer) => void): void {
    this.#tickets += 1;
    this.#takers.set(this.#tickets, take);
    const { key, sender, outlet } = this.#options;
    const draft = { type: 'input_request', content: prompt };
    const message = createMessage(sender, draft, request, request.identities);
    outlet.ask({
      ticket: this.#tickets,
      id: message.header.msg_id,
      parentId: request.header.msg_id,
      frames: encodeMessage(key, message)
    });
  }

  /**
   * Asks, and blocks until there is an answer. Null if `isInterrupted` became true instead, which the helper thread
   * signals.
   */
  askBlocking(
    prompt: InputPrompt,
    request: Message,
    isInterrupted: () => boolean
  ): InputAnswer | null {
    if (isInterrupted()) return null;
    let found: InputAnswer | null = null;
    this.ask(prompt, request, answer => (found = answer));
    const { signal } = this.#options;
    for (;;) {
      const { count } = signal;
      this.#receive();
      if (found !== null || isInterrupted()) return found;
      signal.waitWhile(count);
    }
  }

  /** Nobody waits for the answers to questions so far. */
  forget(): void {
    this.#takers.clear();
    this.#options.outlet.forgetQuestions();
  }

  #receive(): void {
    for (let left = this.#next(); left !== undefined; left = this.#next()) {
      this.#pass(left.message);
    }
  }

  #next(): { readonly message: TicketAnswer } | undefined {
    return receiveMessageOnPort(this.#options.port);
  }

  #pass({ ticket, answer }: TicketAnswer): void {
    const take = this.#takers.get(ticket);
    this.#takers.delete(ticket);
    take?.(answer);
  }
}
