import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { HelperCommand, HelperData, HelperMessage } from './helperMessages';
import { type MemoryHost, knownTasks, ownListener } from 'kernelscope/host';
import type { Message } from './wire';

/** Actions of the main thread on behalf of the helper thread. */
export interface HelperEvents {
  interrupt(): void;
  /** The client that started the kernel has gone. */
  orphaned(): void;
  /** A control request was answered. */
  handled(request: Message): void;
  /** The helper thread cannot serve: `reason` is for people. */
  failed(reason: string): void;
}

/** The running helper thread; it also samples memory. */
export interface Helper extends MemoryHost {
  /** Settles when the control socket is bound. */
  readonly ready: Promise<void>;
  /** Has it close its sockets; settles when the thread has ended. */
  dispose(): Promise<void>;
}

/** Time for the thread to close its sockets before it is terminated. */
const STOP_GRACE_MS = 2000;

/** Passes each message of the thread to its receiver. */
function receiverOf(
  events: HelperEvents,
  markReady: () => void,
  fail: (reason: string) => void
): (message: HelperMessage) => void {
  return message => {
    switch (message.kind) {
      case 'ready':
        return markReady();
      case 'handled':
        return events.handled(message.request);
      case 'interrupt':
        return events.interrupt();
      case 'orphaned':
        return events.orphaned();
      case 'failed':
        return fail(message.reason);
    }
  };
}

/** Starts the helper thread from its bundle `file`. */
export function startHelper(file: string, data: HelperData, events: HelperEvents): Helper {
  const own = { workerData: data, transferList: [data.output.port, data.input.port], execArgv: [] };
  const worker = knownTasks.starting(() => new Worker(file, own));
  let markReady: () => void = () => undefined;
  let markFailed: (reason: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve;
    markFailed = reject;
  });
  const fail = (reason: string): void => {
    markFailed(new Error(reason));
    events.failed(reason);
  };
  worker.on('message', ownListener(receiverOf(events, markReady, fail)));
  worker.on(
    'error',
    ownListener(error => fail(String(error)))
  );
  // until the sockets are read, only the thread keeps the process running
  const letGo = (): void => worker.unref();
  void ready.then(letGo, letGo);
  return {
    ready,
    post: request => worker.postMessage(request),
    async dispose() {
      const command: HelperCommand = { kind: 'stop' };
      worker.postMessage(command);
      const ended = once(worker, 'exit');
      await Promise.race([ended, sleep(STOP_GRACE_MS)]);
      await worker.terminate();
    }
  };
}
