import { Readable } from 'node:stream';
import { intrinsics } from 'kernelscope/host';
import type { InputRequests } from './inputRequests';

const ASKER = 'process.stdin';

/** As it was before cells could replace it. */
const { apply } = Reflect;

/**
 * Standard input of one cell: lines that the user is asked for, one at a time, when somebody reads. It ends with the
 * cell. A line that was answered is passed on before the next one is asked for, so that a reader that has enough can
 * pause.
 */
class CellStdin extends Readable {
  readonly fd = 0;
  readonly #input: InputRequests;
  #isWanted = false;
  #isAsked = false;
  #isOver = false;

  constructor(input: InputRequests) {
    super({ highWaterMark: 0 });
    this.#input = input;
    this.on('resume', () => this.#askSoon());
    this.on('newListener', event => {
      if (event === 'readable') this.#askSoon();
    });
  }

  override _read(): void {
    this.#isWanted = true;
    this.#askSoon();
  }

  /** The cell has ended: so does its input. */
  finish(): void {
    this.#end();
  }

  /** Two turns later a cell that needed no more has ended. */
  #askSoon(): void {
    const ask = (): void => intrinsics.begin(() => this.#ask());
    setImmediate(() => setImmediate(ask));
  }

  #ask(): void {
    const isHeld = this.isPaused() && this.listenerCount('readable') === 0;
    if (!this.#isWanted || this.#isAsked || this.#isOver || isHeld) return;
    this.#isAsked = true;
    this.#input.askLater({ prompt: '', password: false }, ASKER, text => {
      this.#isAsked = false;
      if (text === null) this.#end();
      else this.#pass(`${text}\n`);
    });
  }

  #pass(line: string): void {
    this.#isWanted = false;
    intrinsics.users(() => this.push(line));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    intrinsics.users(() => this.push(null));
  }
}

/**
 * Has `process.stdin` read, in each cell, what the user of the front end types. It is one object for all cells, which a
 * cell may have imported long ago, and stands for the stream of the cell that uses it.
 */
export function installCellStdin(input: InputRequests): void {
  let owner: object | null = null;
  let stream: CellStdin | null = null;
  const current = (): CellStdin => {
    const { request } = input;
    if (stream !== null && (request === null || request === owner)) return stream;
    const opened = new CellStdin(input);
    [owner, stream] = [request, opened];
    if (request === null) opened.finish();
    else input.whenClosed(() => opened.finish());
    return opened;
  };
  const value = standIn(() => intrinsics.own(current));
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, value });
}

/** An object that is, whenever it is used, the one that `current` returns then. */
function standIn(current: () => object): object {
  return new Proxy(Object.create(Readable.prototype) as object, {
    get(_target, key) {
      const stream = current();
      const value: unknown = Reflect.get(stream, key, stream);
      return typeof value === 'function' && key !== 'constructor' ? bound(value, stream) : value;
    },
    set: (_target, key, value) => Reflect.set(current(), key, value),
    has: (_target, key) => Reflect.has(current(), key)
  });
}

function bound(method: unknown, stream: object): (...args: unknown[]) => unknown {
  return (...args) => apply(method as () => unknown, stream, args) as unknown;
}
