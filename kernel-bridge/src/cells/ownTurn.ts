import { MessageChannel } from 'node:worker_threads';
import { intrinsics, ownListener } from 'kernelscope/host';

/**
 * Provides turns of the event loop in which nothing else waits to run. V8 drops all waiting microtasks
 * when it ends JavaScript: code that may be ended begins in such a turn, so that nothing of the kernel
 * waits behind it.
 */
export class OwnTurns {
  readonly #channel = new MessageChannel();
  #waiting: (() => void)[] = [];

  constructor() {
    const onTurn = ownListener(() => this.#waiting.shift()?.());
    this.#channel.port2.on('message', onTurn);
    this.#channel.port2.unref();
    this.#channel.port1.unref();
  }

  /** Settles in a separate turn. */
  next(): Promise<void> {
    return new Promise(resolve => this.call(resolve));
  }

  /** Calls `act` in a separate turn. */
  call(act: () => void): void {
    this.#waiting.push(act);
    this.#channel.port1.postMessage(null);
  }
}

/**
 * Work that a cell postponed to the next turn, such as a warning of the process, is a part of the cell.
 */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => intrinsics.begin(resolve)));
}
