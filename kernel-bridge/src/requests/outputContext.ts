import { AsyncLocalStorage } from 'node:async_hooks';
import type { HeldOutputs } from './heldOutputs';
import type { Message } from '../protocol/wire';

/** The request whose cell some output belongs to. */
export interface OutputOwner {
  readonly request: Message;
  /** A silent request publishes nothing. */
  readonly isSilent: boolean;
  /** Where its outputs wait; without it they are published immediately. */
  readonly held?: HeldOutputs;
}

/** Knows which cell is writing, even after that cell has ended. */
export interface OutputContext {
  /** The owner of current output; null before the first cell. */
  readonly current: OutputOwner | null;
  /** Runs a cell: its output, now or later, belongs to `owner`. */
  run<T>(owner: OutputOwner, cell: () => Promise<T>): Promise<T>;
  /** Runs a part of the current cell: its output, now or later, goes to `held`. */
  hold<T>(held: HeldOutputs, part: () => Promise<T>): Promise<T>;
}

/** Node's context frames cost nothing to cells; before version 24 every promise would pay for them. */
class FrameContext implements OutputContext {
  readonly #storage = new AsyncLocalStorage<OutputOwner>();
  #latest: OutputOwner | null = null;

  get current(): OutputOwner | null {
    return this.#storage.getStore() ?? this.#latest;
  }

  run<T>(owner: OutputOwner, cell: () => Promise<T>): Promise<T> {
    this.#latest = owner;
    return this.#storage.run(owner, cell);
  }

  async hold<T>(held: HeldOutputs, part: () => Promise<T>): Promise<T> {
    const outer = this.current;
    try {
      return await (outer === null ? part() : this.run({ ...outer, held }, part));
    } finally {
      this.#latest = outer;
    }
  }
}

/** As it was before cells could replace it. */
const { apply } = Reflect;

type Callback = (...args: unknown[]) => unknown;
type Timer = (callback: Callback, ...rest: unknown[]) => unknown;
type TimerName = 'setTimeout' | 'setInterval' | 'setImmediate';
type TimerHost = Record<TimerName, Timer>;

const TIMERS: readonly TimerName[] = ['setTimeout', 'setInterval', 'setImmediate'];

/** Timer callbacks remember their cell; all other late output belongs to the latest cell. */
class TimerContext implements OutputContext {
  #latest: OutputOwner | null = null;
  #timer: OutputOwner | null = null;

  constructor(host: TimerHost) {
    for (const name of TIMERS) {
      this.#wrap(host, name);
    }
  }

  get current(): OutputOwner | null {
    return this.#timer ?? this.#latest;
  }

  run<T>(owner: OutputOwner, cell: () => Promise<T>): Promise<T> {
    this.#latest = owner;
    // a callback that was terminated never left
    this.#timer = null;
    return cell();
  }

  async hold<T>(held: HeldOutputs, part: () => Promise<T>): Promise<T> {
    const outer = this.#latest;
    try {
      return await (outer === null ? part() : this.run({ ...outer, held }, part));
    } finally {
      this.#latest = outer;
      this.#timer = null;
    }
  }

  #wrap(host: TimerHost, name: TimerName): void {
    const original = host[name];
    const bind = (callback: Callback): Callback => this.#bind(callback);
    const wrapped = function (this: unknown, ...args: Parameters<Timer>): unknown {
      if (args.length > 0) args[0] = bind(args[0]);
      return apply(original, this, args);
    };
    const properties = Object.getOwnPropertyDescriptors(original);
    host[name] = Object.defineProperties<Timer>(wrapped, properties);
  }

  #bind(callback: Callback): Callback {
    const owner = this.current;
    if (owner === null || typeof callback !== 'function') {
      return callback;
    }
    const enter = (): OutputOwner | null => {
      const outer = this.#timer;
      this.#timer = owner;
      return outer;
    };
    const leave = (outer: OutputOwner | null): void => {
      this.#timer = outer;
    };
    return function (this: unknown, ...args: unknown[]): unknown {
      const outer = enter();
      try {
        return apply(callback, this, args);
      } finally {
        leave(outer);
      }
    };
  }
}

const FRAMES_SINCE_MAJOR = 24;

export function createOutputContext(nodeVersion = process.versions.node): OutputContext {
  const major = Number.parseInt(nodeVersion, 10);
  return major >= FRAMES_SINCE_MAJOR
    ? new FrameContext()
    : new TimerContext(globalThis as unknown as TimerHost);
}
