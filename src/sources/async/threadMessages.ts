import { type MessagePort, type Worker, threadId } from 'node:worker_threads';
import type { Recorder } from '../../record/recorder';
import { MessageEnd } from './messageEnd';
import { canBeHooked, hookPort, publicPort } from './messagePorts';

/** This thread's ends of the channels to worker threads, one for each. */
export class ThreadMessages {
  readonly #ends = new WeakMap<Worker, MessageEnd>();

  constructor(
    private readonly recorder: Recorder,
    private readonly countsAll: () => boolean
  ) {}

  /**
   * The end of the channel to `worker`, or null where Node does not let it be followed. From the first
   * call on the messages of the channel go through it.
   */
  endAt(worker: Worker): MessageEnd | null {
    const known = this.#ends.get(worker);
    if (known) return known;
    const port = publicPort(worker);
    if (port === null) return null;
    const names = namesOf(worker.threadId);
    const directions = { outgoing: names.toWorker, incoming: names.fromWorker };
    const end = new MessageEnd(this.recorder, directions, senderOf(port), this.countsAll);
    this.#ends.set(worker, end);
    hookPort(port, {
      post: (post, bytesOf) => end.post(post, bytesOf),
      handle: (message, handle) => end.handle(message, handle)
    });
    return end;
  }
}

/** A worker thread's end of the channel to its parent, and the port that it belongs at. */
export interface ParentMessages {
  readonly port: MessagePort;
  readonly end: MessageEnd;
}

/** The end of this worker thread at `port`, not hooked yet; null where that cannot be. */
export function messagesWithParent(
  recorder: Recorder,
  port: MessagePort | null,
  countsAll: () => boolean
): ParentMessages | null {
  if (port === null || !canBeHooked(port)) return null;
  const names = namesOf(threadId);
  const directions = { outgoing: names.fromWorker, incoming: names.toWorker };
  return { port, end: new MessageEnd(recorder, directions, senderOf(port), countsAll) };
}

/** Posts past whatever is put around the port later. */
function senderOf(port: MessagePort): (message: unknown) => void {
  const postMessage = port.postMessage.bind(port);
  return message => postMessage(message);
}

/** Both directions, as both ends call them: a worker has one channel to its parent. */
function namesOf(worker: number): { readonly toWorker: string; readonly fromWorker: string } {
  const name = `worker ${worker} (process ${process.pid})`;
  return { toWorker: `to ${name}`, fromWorker: `from ${name}` };
}
