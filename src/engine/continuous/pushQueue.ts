import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { PushedWindow, AnswerReader, PushRequest } from './pushProtocol';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { firstLineOf } from '../../base/errors';
import { ownAgent } from '../../sources/requests/ownAgent';

/** How a queue sends, and how long it waits. */
interface PushQueueDeps {
  /** Sends one window. Never rejects. */
  push(window: PushedWindow): Promise<PushOutcome>;
  /** The server as messages show it. */
  readonly server: string;
  /** Windows that wait at most, the one under way among them. */
  readonly limit: number;
  /** The wait before the second try of a window, milliseconds; doubled for each further one. */
  readonly firstWaitMs?: number;
  /** From 0 to 1, so that the processes of a service do not all return at once. */
  readonly random: () => number;
}

/** Counts of windows so far. */
export interface PushCounts {
  /** Windows that the server has. */
  readonly pushed: number;
  /** Windows that were lost: the queue was full, the server refused them, or they could not be sent. */
  readonly dropped: number;
  /** Requests that failed; a window may have been pushed by a later one. */
  readonly failed: number;
  /** Bytes of the windows that the server has. */
  readonly bytes: number;
  /** Windows that wait, the one under way among them. */
  readonly waiting: number;
  /** The last failure, in one sentence; null if there was none. */
  readonly lastError: string | null;
}

/** Tries of one window at most. */
const MAX_TRIES = 6;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Windows on their way to the server, one at a time and oldest first. While it is full, new windows are dropped,
 * as Pyroscope's client for Go and OpenTelemetry's batch processors do. Nothing here keeps the process alive.
 */
export class PushQueue {
  readonly #waiting: PushedWindow[] = [];
  #counts = { pushed: 0, dropped: 0, failed: 0, bytes: 0 };
  #lastError: string | null = null;
  #isEnding = false;
  #running: Promise<void> | null = null;
  /** Ends the wait before the next try. */
  #wake: (() => void) | null = null;

  constructor(private readonly deps: PushQueueDeps) {}

  /** The counts so far. */
  get state(): PushCounts {
    return { ...this.#counts, waiting: this.#waiting.length, lastError: this.#lastError };
  }

  /** Adds a window, or drops it where the queue is full. */
  add(window: PushedWindow): void {
    const { limit } = this.deps;
    if (this.#waiting.length >= limit) {
      this.#counts.dropped++;
      this.#lastError ??= `A window was dropped, since ${limit} wait for ${this.deps.server}.`;
      return;
    }
    this.#waiting.push(window);
    this.#running ??= this.#run();
  }

  /** Sends what waits, each window in one try without a wait before it. Ends when nothing waits any more. */
  async flush(): Promise<void> {
    this.#isEnding = true;
    this.#wake?.();
    await this.#running;
  }

  /** Drops what waits, but for the window under way. */
  dropWaiting(): void {
    const kept = this.#running === null ? 0 : 1;
    const lost = this.#waiting.splice(kept).length;
    this.#counts.dropped += lost;
  }

  async #run(): Promise<void> {
    let tries = 0;
    for (let window = this.#waiting.at(0); window !== undefined; window = this.#waiting.at(0)) {
      const outcome = await this.deps.push(window);
      tries++;
      if (this.#isSettled(window, outcome, tries)) tries = 0;
      else await this.#wait(tries);
    }
    this.#running = null;
  }

  /** Notes an outcome; true if that is the end of the window. */
  #isSettled(window: PushedWindow, outcome: PushOutcome, tries: number): boolean {
    if (outcome.kind === 'pushed') {
      this.#waiting.shift();
      this.#counts.pushed++;
      this.#counts.bytes += window.body.length;
      return true;
    }
    this.#counts.failed++;
    this.#lastError = `The push to ${this.deps.server} failed: ${outcome.reason}.`;
    const isOver = outcome.kind === 'refused' || this.#isEnding || tries >= MAX_TRIES;
    if (!isOver) return false;
    this.#waiting.shift();
    this.#counts.dropped++;
    return true;
  }

  async #wait(tries: number): Promise<void> {
    if (this.#isEnding) return;
    const { firstWaitMs = FIRST_WAIT_MS, random } = this.deps;
    const longestMs = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (tries - 1));
    await new Promise<void>(resolve => {
      this.#wake = resolve;
      setTimeout(resolve, longestMs * (0.5 + random() / 2)).unref();
    });
    this.#wake = null;
  }
}

/** The outcome of a push: the server has it, does not want it, or may take it later. */
export type PushOutcome =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string };

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The most bytes of an answer that are read; none of it is shown. */
const MAX_ANSWER_BYTES = 65_536;

/** Sends requests one after the other, without keeping the process alive unless it is held. */
export class HttpPusher {
  readonly #agents = {
    'http:': ownAgent(new http.Agent({ keepAlive: true, maxSockets: 1 })),
    'https:': ownAgent(new https.Agent({ keepAlive: true, maxSockets: 1 }))
  };
  #isHeld = false;
  #request: ClientRequest | null = null;
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `timeoutMs`: the longest wait for an answer. */
  constructor(
    private readonly timeoutMs: number,
    private readonly reader: AnswerReader
  ) {}

  /** Keeps the process alive while a request is under way, from now on. */
  hold(): void {
    this.#isHeld = true;
    this.#socket?.ref();
    this.#timer?.ref();
  }

  /** Sends one request; a redirect is not followed, so that headers reach no other server. Never rejects. */
  push(request: PushRequest): Promise<PushOutcome> {
    return new Promise(resolve => {
      let isOver = false;
      const end = (outcome: PushOutcome): void => {
        if (isOver) return;
        isOver = true;
        if (this.#timer) clearTimeout(this.#timer);
        this.#timer = null;
        this.#request = null;
        this.#socket = null;
        resolve(outcome);
      };
      try {
        this.#send(request, end);
      } catch (error) {
        end({ kind: 'refused', reason: firstLineOf(error) });
      }
    });
  }

  /** Ends the request under way and closes all connections. */
  dispose(): void {
    this.#request?.destroy(new Error('it was still under way at the end'));
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #send(pushed: PushRequest, end: (outcome: PushOutcome) => void): void {
    const { url, headers, body } = pushed;
    const { request: start } = url.protocol === 'https:' ? https : http;
    const agent = url.protocol === 'https:' ? this.#agents['https:'] : this.#agents['http:'];
    const request = start(url, { method: 'POST', headers, agent });
    this.#request = request;
    request.on('socket', socket => {
      this.#socket = socket;
      if (this.#isHeld) socket.ref();
      else socket.unref();
    });
    request.on('response', answer => {
      const parts: Buffer[] = [];
      let sizeBytes = 0;
      answer.on('error', () => undefined);
      answer.on('data', (part: Buffer) => {
        sizeBytes += part.length;
        if (sizeBytes <= MAX_ANSWER_BYTES) parts.push(part);
      });
      answer.on('end', () => {
        intrinsics.own(() => end(this.#outcomeOf(answer.statusCode ?? 0, Buffer.concat(parts))));
      });
    });
    request.on('error', error => {
      intrinsics.own(() => end({ kind: 'failed', reason: firstLineOf(error) }));
    });
    request.on('close', () => {
      intrinsics.own(() => end({ kind: 'failed', reason: 'the connection was closed' }));
    });
    const seconds = this.timeoutMs / 1000;
    this.#timer = setTimeout(() => {
      request.destroy(new Error(`no answer within ${seconds} s`));
    }, this.timeoutMs);
    if (!this.#isHeld) this.#timer.unref();
    request.end(body);
  }

  #outcomeOf(status: number, answer: Uint8Array): PushOutcome {
    if (!isSuccess(status)) {
      const reason = `the server answered with status ${status}`;
      return { kind: this.reader.isPassing(status) ? 'failed' : 'refused', reason };
    }
    const refusal = this.reader.refusal(answer);
    return refusal === null ? { kind: 'pushed' } : { kind: 'refused', reason: refusal };
  }
}
