import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { firstLineOf } from '../../base/errors';
import type { AnswerReader, PushRequest } from './pushProtocol';
import { ownAgent } from '../../sources/requests/ownAgent';

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
