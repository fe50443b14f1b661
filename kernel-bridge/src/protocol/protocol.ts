import { intrinsics } from 'kernelscope/host';
import { type Failure, describeThrown } from '../tslab/failure';
import type { Outlet } from './sockets';
import {
  type Draft,
  type Message,
  type Sender,
  PROTOCOL_VERSION,
  createMessage,
  decodeMessage,
  encodeMessage
} from './wire';

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
    this.#parts.shell.send(this.#encodeReply(request, content));
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

  /**
   * Answers a request between `busy` and `idle`; if a handler throws, the reply is an error. The reply is
   * dated when the handler has ended, and sent when `delivered`, if there is one, has settled too.
   */
  async handle(request: Message, handler: Handler, delivered?: () => Promise<void>): Promise<void> {
    this.publishStatus('busy', request);
    const reply = await this.#replyOf(request, handler);
    if (delivered !== undefined) await delivered();
    intrinsics.own(() => {
      if (reply !== null) this.#parts.shell.send(reply);
      this.publishStatus('idle', request);
    });
  }

  async #replyOf(request: Message, handler: Handler): Promise<readonly Uint8Array[] | null> {
    try {
      const content = await handler(request);
      return content === null ? null : intrinsics.own(() => this.#encodeReply(request, content));
    } catch (error) {
      return intrinsics.own(() => this.#encodeReply(request, errorContent(describeThrown(error))));
    }
  }

  #encodeReply(request: Message, content: object): Uint8Array[] {
    const { key, sender } = this.#parts;
    const type = request.header.msg_type.replace(/_request$/, '_reply');
    const draft = { type, content };
    return encodeMessage(key, createMessage(sender, draft, request, request.identities));
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

/** Versions that the kernel names to its clients. */
interface KernelVersions {
  readonly kernelscope: string;
  readonly typescript: string;
  readonly node: string;
}

/** Content of a `kernel_info_reply`. */
export function kernelInfo(versions: KernelVersions): object {
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'kernelscope',
    implementation_version: versions.kernelscope,
    language_info: {
      name: 'typescript',
      version: versions.typescript,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      // `mode` chooses the editor language in JupyterLab; the other two do so in older notebooks
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true }
    },
    banner:
      `Kernelscope ${versions.kernelscope}: TypeScript ${versions.typescript}, ` +
      `Node ${versions.node}. %lsmagic lists the magics.`,
    help_links: [{ text: 'TypeScript', url: 'https://www.typescriptlang.org/docs/' }]
  };
}
