import type { MessagePort } from 'node:worker_threads';
import { receiveMessageOnPort } from 'node:worker_threads';
import { monotonicClock } from 'kernelscope/host';
import type { Later } from '../../cells/interrupts/interrupt';
import type { Outlet } from '../sockets';
import type { Draft, MessageHeader, Sender } from '../wire';
import { createMessage, encodeMessage } from '../wire';
import { LiveProgress } from './liveProgress';
import type { OutputMessage, StreamOwner } from './outputMessages';
import { OutputCounts } from './outputMessages';
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
}

/** The helper thread's end of the output channel: it gathers text and publishes. */
export class OutputServer {
  readonly #options: OutputServerOptions;
  readonly #counts: OutputCounts;
  readonly #batches: StreamBatches;
  readonly #progress: LiveProgress;
  #latest: MessageHeader | null = null;

  constructor(options: OutputServerOptions) {
    this.#options = options;
    this.#counts = new OutputCounts(options.counts);
    const { later } = options;
    this.#batches = new StreamBatches((owner, text) => this.#write(owner, text), later);
    this.#progress = new LiveProgress({
      publish: (draft, parent) => this.#publish(draft, parent),
      later,
      now: () => Number(monotonicClock()) / 1e6,
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
    this.#progress.close();
    this.#options.port.close();
  }

  #receive(): { readonly message: OutputMessage } | undefined {
    return receiveMessageOnPort(this.#options.port);
  }

  #take(message: OutputMessage): void {
    this.#counts.read();
    if (typeof message === 'string') {
      return this.#batches.add(message);
    }
    switch (message.kind) {
      case 'owner':
        this.#latest = message.owner.parent;
        return this.#batches.begin(message.owner);
      case 'frames':
        this.#batches.flush();
        return this.#options.iopub.send(message.frames);
      case 'progress':
        return this.#progress.take(message.news);
      case 'flush':
        this.#batches.flush();
        return this.#options.later(() => this.#counts.flushed(message.ticket), WRITTEN_MS);
    }
  }

  #write({ stream, parent }: StreamOwner, text: string): void {
    this.#publish({ type: 'stream', content: { name: stream, text } }, parent);
  }

  #publish(draft: Draft, parent: MessageHeader | null): void {
    const { key, sender, iopub } = this.#options;
    const topic = [Buffer.from(draft.type)];
    const request = parent === null ? null : { header: parent };
    iopub.send(encodeMessage(key, createMessage(sender, draft, request, topic)));
  }
}
