import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { range } from '../../src/index';

/**
 * A worker thread for tests of messages: each that it posts and each that it handles stands in a
 * range of its own, by which tests know which belong together.
 */
interface Told {
  /** The number of a message that is handled and that is all. */
  readonly id?: number;
  /** Posts so many messages, some at a time, or fewer where it has enough before. */
  readonly stream?: number;
  readonly isEnough?: boolean;
  /** Answers at once. */
  readonly join?: boolean;
  /** Posts a message past everything that stands around the port. */
  readonly past?: boolean;
  /** Hands this over and answers with its length. */
  readonly buffer?: ArrayBuffer;
}

const port = parentPort;
if (port === null) throw new Error('this is a worker thread');

const prototype = Object.getPrototypeOf(port) as { readonly postMessage: () => void };

let isEnough = false;

async function stream(count: number): Promise<void> {
  for (let id = 0; id < count && !isEnough; id++) {
    range(`worker posts ${id}`, () => port?.postMessage({ id }));
    if (id % 50 === 0) await sleep(1);
  }
  port?.postMessage({ streamed: count });
}

port.on('message', (told: Told) => {
  if (told.id !== undefined) range(`worker handles ${told.id}`, () => undefined);
  if (told.join === true) port.postMessage({ joined: true });
  if (told.isEnough === true) isEnough = true;
  if (told.stream !== undefined) void stream(told.stream);
  if (told.past) Reflect.apply(prototype.postMessage, port, [{ past: true }]);
  if (told.buffer) port.postMessage({ length: told.buffer.byteLength }, [told.buffer]);
});
port.postMessage({ ready: true });
