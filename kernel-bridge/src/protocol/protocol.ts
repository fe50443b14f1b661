import { intrinsics } from 'kernelscope/host';
import type { Failure } from '../tslab/failure';
import { describeThrown } from '../tslab/failure';
import type { Outlet } from './sockets';
import type { Draft, Message, Sender } from './wire';
import { createMessage, decodeMessage, encodeMessage } from './wire';

/** Answers one kind of request; null when the protocol knows no reply to it. */
export type Handler = (request: Message) => object | null | Promise<object | null>;

/** Handlers by message type (`complete_request`, `comm_open`, …). */
export type Handlers = Readonly<Record<string, Handler>>;

/** The dependencies of the protocol: the kernel's identity, and the two sockets of the main thread. */
export interface ProtocolDeps {
  readonly key: string;
  readonly sender: Sender;
  readonly shell: Outlet;
  readonly iopub: Outlet;
  /** Receives warnings about messages that could not be read. */
  warn(text: string): void;
}

/** Content of a reply that says what went wrong. */
export function errorContent(failure: Failure): object {
  return { status: 'error', ...failure };
}

/** The Jupyter protocol on the shell and output channels. */
export class Protocol {
  readonly #parts: ProtocolDeps;

  constructor(parts: ProtocolDeps) {
    this.#parts = parts;
  }

  /** Publishes on the output channel, for the request it belongs to. */
  publish(draft: Draft, request: Message | null): void {
    const { key, sender, iopub } = this.#parts;
    const topic = [Buffer.from(draft.type)];
    iopub.send(encodeMessage(key, createMessage(sender, draft, request, topic)));
  }

  /** Announces that the kernel is working on `request`, or has finished it. */
  publishStatus(state: 'busy' | 'idle' | 'starting', request: Message | null): void {
    this.publish({ type: 'status', content: { execution_state: state } }, request);
  }

  /** Answers `request`: `complete_request` becomes `complete_reply`. */
  reply(request: Message, content: object): void {
    const { key, sender, shell } = this.#parts;
    const type = request.header.msg_type.replace(/_request$/, '_reply');
    const draft = { type, content };
    shell.send(encodeMessage(key, createMessage(sender, draft, request, request.identities)));
  }

  /** Reads a message; null when it is none, or its signature is wrong, after a warning. */
  decode(frames: readonly Uint8Array[]): Message | null {
    try {
      return decodeMessage(this.#parts.key, frames);
    } catch (error) {
      this.#parts.warn(`a message was dropped: ${String(error)}\n`);
      return null;
    }
  }

  /** Has the handler of the request's type answer it; unknown types are refused or ignored. */
  dispatch(request: Message, handlers: Handlers): Promise<void> {
    const type = request.header.msg_type;
    const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
    return this.handle(request, handler ?? answerUnknown);
  }

  /** Answers a request between `busy` and `idle`; if a handler throws, the reply is an error. */
  async handle(request: Message, handler: Handler): Promise<void> {
    this.publishStatus('busy', request);
    try {
      const content = await handler(request);
      intrinsics.own(() => this.#answer(request, content));
    } catch (error) {
      intrinsics.own(() => this.#answer(request, errorContent(describeThrown(error))));
    }
  }

  #answer(request: Message, content: object | null): void {
    try {
      if (content !== null) {
        this.reply(request, content);
      }
    } finally {
      this.publishStatus('idle', request);
    }
  }
}

/** An unknown request gets an error reply, so that its client does not wait; the rest is ignored. */
function answerUnknown(request: Message): object | null {
  const type = request.header.msg_type;
  if (!type.endsWith('_request')) {
    return null;
  }
  const evalue = `this kernel does not know ${type}`;
  return errorContent({ ename: 'UnknownRequest', evalue, traceback: [evalue] });
}
