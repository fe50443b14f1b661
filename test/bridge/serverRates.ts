import { Subscriber } from 'zeromq';
import { unpack } from './jupyterMessage';
import type { KernelConnection } from './kernelProcess';

/** The defaults of `ZMQChannelsWebsocketConnection` in jupyter_server. */
const WINDOW_MS = 3000;
const MAX_MESSAGES_PER_S = 1000;
const MAX_BYTES_PER_S = 1_000_000;
const RESUMED_AT = 0.8;
const UNCOUNTED = ['status', 'comm_open', 'execute_input'];

/** Decides what the server of Jupyter passes on, by the rule of its `_limit_rate`. */
export class ServerRates {
  /** Number of messages that the server would have dropped. */
  dropped = 0;
  /** The highest rates so far. */
  readonly highest = { messagesPerS: 0, bytesPerS: 0 };
  readonly #socket = new Subscriber({ linger: 0 });
  readonly #key: string;
  #window: { readonly until: number; readonly bytes: number }[] = [];
  #areMessagesExceeded = false;
  #areBytesExceeded = false;

  constructor({ ip, iopub_port: port, key }: KernelConnection) {
    this.#key = key;
    this.#socket.connect(`tcp://${ip}:${port}`);
    this.#socket.subscribe();
    void this.#read();
  }

  dispose(): void {
    this.#socket.close();
  }

  async #read(): Promise<void> {
    for await (const frames of this.#socket) {
      if (!this.#passes(frames)) this.dropped += 1;
    }
  }

  #passes(frames: readonly Buffer[]): boolean {
    const { header, content } = unpack(this.#key, [...frames]);
    const type = header.msg_type;
    if (type === 'status' && content['execution_state'] === 'idle') this.#reset();
    if (UNCOUNTED.includes(type)) return true;
    const now = performance.now();
    this.#window = this.#window.filter(({ until }) => now < until);
    const parts = frames.slice(2);
    const bytes = type === 'stream' ? parts.reduce((sum, part) => sum + part.length, 0) : 0;
    this.#window.push({ until: now + WINDOW_MS, bytes });
    const messagesPerS = (this.#window.length / WINDOW_MS) * 1000;
    const total = this.#window.reduce((sum, one) => sum + one.bytes, 0);
    const bytesPerS = (total / WINDOW_MS) * 1000;
    this.highest.messagesPerS = Math.max(this.highest.messagesPerS, messagesPerS);
    this.highest.bytesPerS = Math.max(this.highest.bytesPerS, bytesPerS);
    this.#areMessagesExceeded = exceeded(
      this.#areMessagesExceeded,
      messagesPerS / MAX_MESSAGES_PER_S
    );
    this.#areBytesExceeded = exceeded(this.#areBytesExceeded, bytesPerS / MAX_BYTES_PER_S);
    if (!this.#areMessagesExceeded && !this.#areBytesExceeded) return true;
    this.#window.pop();
    return false;
  }

  #reset(): void {
    this.#window = [];
    this.#areMessagesExceeded = false;
    this.#areBytesExceeded = false;
  }
}

/** Whether a limit counts as exceeded, at that share of it. */
function exceeded(before: boolean, share: number): boolean {
  return share > 1 || (before && share >= RESUMED_AT);
}
