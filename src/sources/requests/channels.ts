import { EventEmitter } from 'node:events';
import { type Channel, channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { intrinsics, ownListener } from '../../base/intrinsics/intrinsics';
import { isReference } from '../../base/isObject';
import { apply, get, isPrototypeOf } from '../../base/intrinsics/ownFunctions';
import type { SourceFaults } from '../source';

/** The handlers of messages, by the names of their channels. */
export type ChannelHandlers = Readonly<Record<string, (message: unknown) => void>>;

/** Calls `ended` when `emitter` emits `close`; nothing of anything that is no emitter. */
export type OnClose = (emitter: unknown, ended: () => void) => void;

/** Before any program replaces it. */
const on = get(EventEmitter.prototype, 'on') as (...given: unknown[]) => unknown;

function isEmitter(value: unknown): value is EventEmitter {
  return isReference(value) && isPrototypeOf(EventEmitter.prototype, value);
}

/** Where failures of handlers go. */
export type Faults = Pick<SourceFaults, 'note'>;

/**
 * The channels that were ever subscribed to. Node 20 forgets one that nobody holds, and when the garbage collector tells it
 * so it also forgets the one that took its place meanwhile: what is published there then reaches no later subscriber.
 */
const HELD = new Map<string, Channel>();

/**
 * Subscribes to the channels for as long as a recording wants it. A handler that throws is reported; what publishes the
 * message sees nothing of it. Without subscribers, publishing costs the reading of a flag.
 */
export class Channels {
  readonly #users = new Set<Faults>();
  readonly #subscriptions: readonly (readonly [string, (message: unknown) => void])[];

  constructor(handlersOf: (onClose: OnClose) => ChannelHandlers) {
    const handlers = handlersOf((emitter, ended) => {
      this.#listen(emitter, ended);
    });
    this.#subscriptions = Object.entries(handlers).map(([name, handle]) => [
      name,
      message => {
        this.#guard(() => {
          handle(message);
        });
      }
    ]);
  }

  /** Subscribes for one more recording, which is told of failures. */
  acquire(user: Faults): void {
    this.#users.add(user);
    if (this.#users.size > 1) return;
    for (const [name, listener] of this.#subscriptions) {
      HELD.set(name, channel(name));
      subscribe(name, listener);
    }
  }

  /** Unsubscribes with the last recording. */
  release(user: Faults): void {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    for (const [name, listener] of this.#subscriptions) unsubscribe(name, listener);
  }

  #listen(emitter: unknown, ended: () => void): void {
    if (!isEmitter(emitter)) return;
    const listener = ownListener(() => {
      this.#guard(ended);
    });
    apply(on, emitter, ['close', listener]);
  }

  #guard(work: () => void): void {
    try {
      intrinsics.begin(work);
    } catch (error) {
      for (const user of this.#users) user.note(error);
    }
  }
}
