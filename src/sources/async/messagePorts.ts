import { serialize } from 'node:v8';
import type { MessagePort, Worker } from 'node:worker_threads';

/**
 * Bytes of a message if known: those of buffers, or with `ofAnything` the size of the serialised
 * message, which costs as much as posting it.
 */
export type BytesOf = (ofAnything: boolean) => number | undefined;

/** Hooks on the messages of a port. They never throw themselves. */
export interface PortHooks {
  /**
   * Called around each posting of a message; `bytesOf` counts its bytes, and only works before `post`.
   */
  readonly post?: (post: () => void, bytesOf: BytesOf) => void;
  /** Called around the handlers of a message; returns the result of `handle`. */
  readonly handle: (message: unknown, handle: () => unknown) => unknown;
}

/**
 * The method by which Node passes a message to the handlers of a port; the same on all releases since
 * 14.
 */
const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch');

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The port behind `worker.postMessage` and `worker.on('message')`, or null where this Node keeps it
 * elsewhere.
 */
export function publicPort(worker: Worker): MessagePort | null {
  const symbols = Object.getOwnPropertySymbols(worker);
  const symbol = symbols.find(({ description }) => description === 'kPublicPort');
  const port: unknown = symbol && Reflect.get(worker, symbol);
  return canBeHooked(port) ? port : null;
}

/** True for a port whose messages can be followed on this Node. */
export function canBeHooked(port: unknown): port is MessagePort {
  if (typeof port !== 'object' || port === null) return false;
  return isFunction(Reflect.get(port, DISPATCH)) && isFunction(Reflect.get(port, 'postMessage'));
}

/**
 * Puts hooks around the messages of a port, for good: messages, their order, handlers and transfer
 * lists stay as they are, and whether the port keeps its thread alive.
 */
export function hookPort(port: MessagePort, { post, handle }: PortHooks): void {
  const dispatch = Reflect.get(port, DISPATCH) as Method;
  replace(port, DISPATCH, function (this: unknown, ...args) {
    const call = () => Reflect.apply(dispatch, this, args);
    return args[1] === 'message' ? handle(args[0], call) : call();
  });
  if (!post) return;
  const original = Reflect.get(port, 'postMessage') as Method;
  replace(port, 'postMessage', function (this: unknown, ...args) {
    const call = () => void Reflect.apply(original, this, args);
    post(call, ofAnything => {
      const known = messageBytes(args[0], args[1]);
      return known === undefined && ofAnything ? writtenBytes(args[0]) : known;
    });
  });
}

/** Bytes of a message that is a buffer or a view of one, or of buffers transferred with it. */
function messageBytes(message: unknown, transfer: unknown): number | undefined {
  const own = bufferBytes(message);
  if (own !== undefined) return own;
  const list = Array.isArray(transfer) ? (transfer as readonly unknown[]) : transferOf(transfer);
  const sizes = list.map(bufferBytes).filter(size => size !== undefined);
  return sizes.length === 0 ? undefined : sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of a message as it is written; undefined for one that has what only channels can take. */
function writtenBytes(message: unknown): number | undefined {
  try {
    return serialize(message).length;
  } catch {
    return undefined;
  }
}

function bufferBytes(value: unknown): number | undefined {
  const isBuffer = value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
  return isBuffer || ArrayBuffer.isView(value) ? value.byteLength : undefined;
}

function transferOf(options: unknown): readonly unknown[] {
  const isObject = typeof options === 'object' && options !== null;
  const list: unknown = isObject && 'transfer' in options ? options.transfer : null;
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

function replace(port: MessagePort, key: string | symbol, value: Method): void {
  Object.defineProperty(port, key, {
    configurable: true,
    enumerable: false,
    writable: true,
    value
  });
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
