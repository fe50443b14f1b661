import { PromiseDelegate } from '@lumino/coreutils';
import type { IDisposable } from '@lumino/disposable';

/** A trace on its way to Perfetto. */
export interface PerfettoTrace {
  /** Shown in the title of Perfetto's page. */
  readonly title: string;
  /** The name that Perfetto saves it under. */
  readonly fileName: string;
  /** Given away: it is empty here once it was handed over. */
  readonly buffer: ArrayBuffer;
}

/**
 * Why a page never took the trace: it is gone, or was never within reach (a page can cut itself off
 * from the one that opened it, and then looks closed), or it never answered.
 */
export type HandoffFailure = 'closed' | 'silent';

/** Thrown when the opened page does not take the trace. */
export class HandoffError extends Error {
  constructor(readonly failure: HandoffFailure) {
    super(`the page that was opened is ${failure}`);
  }
}

/** How long a page may take before it answers, milliseconds. */
const SILENCE_LIMIT_MS = 15_000;

const PING_INTERVAL_MS = 100;

/**
 * How long a page that answered is left alone before it is asked once more, milliseconds. Perfetto answers
 * while it still starts, and then loses what it is sent, with its question whether to trust this page.
 */
const SETTLING_MS = 500;

/** How {@link openPerfetto} waits. */
export interface HandoffOptions {
  /** {@link SILENCE_LIMIT_MS} unless given. */
  readonly silenceLimitMs?: number;
}

/**
 * Opens Perfetto at `address` in a new tab, or returns null where the browser blocks that: to be
 * called in the very click that asked for it.
 */
export function openPerfetto(address: URL, options: HandoffOptions = {}): PerfettoHandoff | null {
  const opened = window.open(address.href, '_blank');
  if (!opened || opened.closed) return null;
  return new PerfettoHandoff(opened, address.origin, options.silenceLimitMs ?? SILENCE_LIMIT_MS);
}

/**
 * Hands one trace to a page with Perfetto's `postMessage` interface: knocks with `PING` until the
 * page says `PONG`, lets it settle, knocks until it answers again, and posts the trace to it. Believes nobody but that page on that origin, and
 * tells the trace to nobody else.
 */
export class PerfettoHandoff implements IDisposable {
  readonly #page: Window;
  readonly #origin: string;
  readonly #answered = new PromiseDelegate<void>();
  #ping: number;
  #settling: number | null = null;
  #hasSettled = false;
  readonly #limit: number;
  #isDisposed = false;

  /** Knocks at once; `page` was opened at `origin`. */
  constructor(page: Window, origin: string, silenceLimitMs: number) {
    this.#page = page;
    this.#origin = origin;
    this.#ping = this.#startKnocking();
    this.#limit = window.setTimeout(() => this.#fail('silent'), silenceLimitMs);
    this.#answered.promise.catch(() => undefined);
    window.addEventListener('message', this);
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /**
   * Posts `trace` as soon as both the page and the trace are ready, and disposes of itself.
   *
   * @throws HandoffError when the page does not take it; DOMException `AbortError` when this was
   *   disposed of before; whatever `trace` rejects with, and then the page is closed again.
   */
  async deliver(trace: Promise<PerfettoTrace>): Promise<void> {
    const ready = trace.catch((error: unknown) => {
      this.#page.close();
      throw error;
    });
    try {
      const [message] = await Promise.all([ready, this.#answered.promise]);
      this.#post(message);
    } finally {
      this.dispose();
    }
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#page || origin !== this.#origin || data !== 'PONG') return;
    if (this.#hasSettled) {
      this.#stopWaiting();
      this.#answered.resolve();
    } else if (this.#settling === null) {
      window.clearInterval(this.#ping);
      this.#settling = window.setTimeout(() => this.#askAgain(), SETTLING_MS);
    }
  }

  #startKnocking(): number {
    return window.setInterval(() => this.#knock(), PING_INTERVAL_MS);
  }

  #askAgain(): void {
    this.#hasSettled = true;
    this.#ping = this.#startKnocking();
    this.#knock();
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#stopWaiting();
    this.#answered.reject(new DOMException('The hand-off was given up.', 'AbortError'));
  }

  /** The word itself may go to any origin: it says nothing, and the page may still be loading. */
  #knock(): void {
    if (this.#page.closed) this.#fail('closed');
    else this.#page.postMessage('PING', '*');
  }

  #post({ title, fileName, buffer }: PerfettoTrace): void {
    if (this.#isDisposed) throw new DOMException('The hand-off was given up.', 'AbortError');
    if (this.#page.closed) throw new HandoffError('closed');
    const perfetto = { buffer, title, fileName, localOnly: false, keepApiOpen: true };
    this.#page.postMessage({ perfetto }, this.#origin, [buffer]);
  }

  #fail(failure: HandoffFailure): void {
    this.#stopWaiting();
    this.#answered.reject(new HandoffError(failure));
  }

  #stopWaiting(): void {
    window.clearInterval(this.#ping);
    if (this.#settling !== null) window.clearTimeout(this.#settling);
    window.clearTimeout(this.#limit);
    window.removeEventListener('message', this);
  }
}
