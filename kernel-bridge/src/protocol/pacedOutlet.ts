import type { Later } from '../cells/interrupt';
import type { Outlet } from './sockets';

/** The dependencies of {@link PacedOutlet}. */
export interface PacedOutletOptions {
  readonly outlet: Outlet;
  readonly later: Later;
  /** Monotonic time, milliseconds. */
  readonly now: () => number;
}

/** A message that waits, and what to do when it has been sent; or only the latter. */
interface Waiting {
  readonly frames: readonly Uint8Array[] | null;
  readonly done: () => void;
}

/** Sends no faster than the server of Jupyter passes on, in the order of the calls; drops nothing. */
export class PacedOutlet {
  readonly #options: PacedOutletOptions;
  readonly #window = new RateWindow();
  #waiting: Waiting[] = [];
  #isDue = false;

  constructor(options: PacedOutletOptions) {
    this.#options = options;
  }

  /** Sends a message when it is its turn, and calls `done` then. */
  send(frames: readonly Uint8Array[], done: () => void = () => undefined): void {
    this.#waiting.push({ frames, done });
    this.#pass();
  }

  /** Sends a message that is soon out of date ahead of those that wait. */
  sendAhead(frames: readonly Uint8Array[]): void {
    this.#send(frames);
  }

  /** Calls `done` when everything before was sent. */
  afterAll(done: () => void): void {
    this.#waiting.push({ frames: null, done });
    this.#pass();
  }

  /** Sends everything that waits at once: for a process that is about to end. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#finish(one);
  }

  #pass(): void {
    if (this.#isDue) return;
    let count = 0;
    for (const one of this.#waiting) {
      const waitMs = one.frames === null ? 0 : this.#waitMs(one.frames);
      if (waitMs > 0) {
        this.#passLater(waitMs);
        break;
      }
      count += 1;
      this.#finish(one);
    }
    this.#waiting.splice(0, count);
  }

  #passLater(waitMs: number): void {
    this.#isDue = true;
    this.#options.later(() => {
      this.#isDue = false;
      this.#pass();
    }, waitMs);
  }

  #finish({ frames, done }: Waiting): void {
    if (frames !== null) this.#send(frames);
    done();
  }

  #send(frames: readonly Uint8Array[]): void {
    this.#window.count(frames, this.#options.now());
    this.#options.outlet.send(frames);
  }

  #waitMs(frames: readonly Uint8Array[]): number {
    return this.#window.waitMs(frames, this.#options.now());
  }
}

/**
 * Jupyter's server drops output of a kernel beyond 1,000 messages and 1,000,000 bytes of streams a second,
 * both as means over the last 3 s, and what follows until the means are lower. These bounds keep below,
 * with room for messages that the server reads later than they were sent, and so closer to each other.
 */
const WINDOW_MS = 4000;
const MAX_MESSAGES = 2500;
const MAX_STREAM_BYTES = 2_500_000;

/** Types of messages that the server does not count. */
const UNCOUNTED: readonly string[] = ['status', 'comm_open', 'execute_input'];

const TOPIC = 0;
const CONTENT = 6;

interface Sent {
  readonly atMs: number;
  readonly bytes: number;
}

function typeOf(frames: readonly Uint8Array[]): string {
  return Buffer.from(frames[TOPIC] ?? []).toString();
}

function isIdle(frames: readonly Uint8Array[]): boolean {
  const content = JSON.parse(Buffer.from(frames[CONTENT] ?? []).toString() || '{}') as unknown;
  return (content as Readonly<Record<string, unknown>>)['execution_state'] === 'idle';
}

/** Counts published messages as the server of Jupyter does, to say when the next one may be sent. */
class RateWindow {
  #sent: Sent[] = [];
  #bytes = 0;

  /** Time until a message can be sent that the server will pass on, in milliseconds; 0 for now. */
  waitMs(frames: readonly Uint8Array[], nowMs: number): number {
    this.#forget(nowMs);
    const excess = this.#excess(frames);
    if (excess === 0) return 0;
    const last = this.#sent[excess - 1];
    return last === undefined ? 0 : last.atMs + WINDOW_MS - nowMs;
  }

  /** Counts a message that was sent. */
  count(frames: readonly Uint8Array[], nowMs: number): void {
    const type = typeOf(frames);
    if (type === 'status' && isIdle(frames)) this.#reset();
    if (UNCOUNTED.includes(type)) return;
    const bytes = streamBytes(type, frames);
    this.#sent.push({ atMs: nowMs, bytes });
    this.#bytes += bytes;
  }

  /** How many of the oldest messages must leave the window before this one may enter. */
  #excess(frames: readonly Uint8Array[]): number {
    const type = typeOf(frames);
    if (UNCOUNTED.includes(type)) return 0;
    let bytes = this.#bytes + streamBytes(type, frames);
    let count = Math.max(0, this.#sent.length + 1 - MAX_MESSAGES);
    for (let index = 0; index < count; index += 1) bytes -= this.#sent[index]?.bytes ?? 0;
    for (; bytes > MAX_STREAM_BYTES && count < this.#sent.length; count += 1) {
      bytes -= this.#sent[count]?.bytes ?? 0;
    }
    return count;
  }

  #forget(nowMs: number): void {
    const first = this.#sent.findIndex(({ atMs }) => atMs + WINDOW_MS > nowMs);
    const gone = this.#sent.splice(0, first < 0 ? this.#sent.length : first);
    for (const { bytes } of gone) this.#bytes -= bytes;
  }

  /** The server starts anew when a kernel is idle. */
  #reset(): void {
    this.#sent = [];
    this.#bytes = 0;
  }
}

function streamBytes(type: string, frames: readonly Uint8Array[]): number {
  return type === 'stream' ? frames.reduce((sum, { byteLength }) => sum + byteLength, 0) : 0;
}
