import { AttachError } from './attachError';

/** An answer or an event of an inspector, as it arrives. */
interface CdpMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How long a thread may take to answer, milliseconds: it answers no call while native code runs. */
const ANSWER_MS = 30_000;

/** Calls of one thread's inspector and its events, over any channel for texts. */
export class CdpSession {
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #ending: string | null = null;

  constructor(private readonly sendText: (text: string) => void) {}

  /** The result of a call. @throws AttachError if it fails, takes too long, or the session ends */
  async send(method: string, params: object = {}): Promise<unknown> {
    if (this.#ending !== null) throw new AttachError(this.#ending);
    const id = ++this.#lastId;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      timer = setTimeout(() => {
        reject(new AttachError(`No answer to ${method} in ${ANSWER_MS / 1000} s`));
      }, ANSWER_MS);
    });
    try {
      this.sendText(JSON.stringify({ id, method, params }));
      return await answer;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Has `listener` called for each event of that name, instead of an earlier one. */
  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  /** Takes a text that arrived. */
  receive(text: string): void {
    const message = JSON.parse(text) as CdpMessage;
    if (message.method !== undefined) this.#listeners.get(message.method)?.(message.params);
    const call = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (call === undefined) return;
    if (message.error) call.reject(new AttachError(String(message.error.message)));
    else call.resolve(message.result);
  }

  /** Fails open and later calls for that reason. */
  end(reason: string): void {
    this.#ending ??= reason;
    for (const { reject } of this.#waiting.values()) reject(new AttachError(this.#ending));
  }
}
