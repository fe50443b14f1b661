import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { monotonicClock } from 'kernelscope/host';
import type { Later } from '../cells/interrupt';
import type { InputServer } from './inputServer';
import type { Outlet } from './sockets';
import { type Draft, type MessageHeader, type Sender, createMessage, encodeMessage } from './wire';
import { LiveProgress } from './liveProgress';
import { OutputCounts, type OutputMessage, type StreamOwner } from './outputMessages';
import { PacedOutlet } from './pacedOutlet';
import { StreamBatches } from './streamBatches';

/** Time for the sockets' own thread to write before a process that flushed may end. */
const WRITTEN_MS = 20;

/** The dependencies of publishing. */
export interface OutputServerOptions {
  readonly port: MessagePort;
  readonly counts: SharedArrayBuffer;
  readonly key: string;
  readonly sender: Sender;
  readonly iopub: Outlet;
  readonly later: Later;
  /** Asks the questions of cells. */
  readonly input: Pick<InputServer, 'ask' | 'forget'>;
}

/** The helper thread's end of the output channel: it gathers text and publishes. */
export class OutputServer {
  readonly #options: OutputServerOptions;
  readonly #counts: OutputCounts;
  readonly #batches: StreamBatches;
  readonly #progress: LiveProgress;
  readonly #iopub: PacedOutlet;
  #latest: MessageHeader | null = null;

  constructor(options: OutputServerOptions) {
    this.#options = options;
    this.#counts = new OutputCounts(options.counts);
    const { later, iopub } = options;
    const now = (): number => Number(monotonicClock()) / 1e6;
    this.#iopub = new PacedOutlet({ outlet: iopub, later, now });
    this.#batches = new StreamBatches((owner, text) => this.#write(owner, text), later, now);
    this.#progress = new LiveProgress({
      publish: (draft, parent) => this.#iopub.sendAhead(this.#encode(draft, parent)),
      later,
      now,
      rssBytes: () => process.memoryUsage.rss()
    });
    options.port.on('message', message => this.#take(message as OutputMessage));
  }

  /** Prints a text under the cell that wrote last, after its own output. */
  say(text: string, parent: MessageHeader | null = this.#latest): void {
    this.#batches.flush();
    this.#write({ stream: 'stderr', parent }, text);
  }

  /** Publishes everything received from the main thread, and accepts nothing more. */
  close(): void {
    for (let left = this.#receive(); left !== undefined; left = this.#receive()) {
      this.#take(left.message);
    }
    this.#batches.flush();
    this.#iopub.release();
    this.#progress.close();
    this.#options.port.close();
  }

  #receive(): { readonly message: OutputMessage } | undefined {
    return receiveMessageOnPort(this.#options.port);
  }

  #take(message: OutputMessage): void {
    if (typeof message !== 'string' && message.kind === 'frames') {
      this.#batches.flush();
      return this.#iopub.send(message.frames, () => this.#counts.read());
    }
    this.#counts.read();
    if (typeof message === 'string') {
      return this.#batches.add(message);
    }
    switch (message.kind) {
      case 'owner':
        this.#latest = message.owner.parent;
        return this.#batches.begin(message.owner);
      case 'progress':
        return this.#progress.take(message.news);
      case 'ask':
        this.#batches.flush();
        return this.#iopub.afterAll(() => this.#options.input.ask(message.question));
      case 'forgetQuestions':
        return this.#iopub.afterAll(() => this.#options.input.forget());
      case 'sent':
        this.#batches.flush();
        return this.#iopub.afterAll(() => this.#options.port.postMessage(message.ticket));
      case 'flush':
        this.#batches.flush();
        this.#iopub.release();
        return this.#options.later(() => this.#counts.flushed(message.ticket), WRITTEN_MS);
    }
  }

  #write({ stream, parent }: StreamOwner, text: string): void {
    this.#iopub.send(this.#encode({ type: 'stream', content: { name: stream, text } }, parent));
  }

  #encode(draft: Draft, parent: MessageHeader | null): Uint8Array[] {
    const { key, sender } = this.#options;
    const topic = [Buffer.from(draft.type)];
    const request = parent === null ? null : { header: parent };
    return encodeMessage(key, createMessage(sender, draft, request, topic));
  }
}
