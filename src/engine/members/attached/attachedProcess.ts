import { arrivalsRead } from '../../../sources/async/arrivals';
import { Exchange, type RankResult, type RankTiming } from '../messages/exchange';
import type { MessageEnd } from '../../../sources/async/messageEnd';
import type { RankChannel, RankChannelEvents } from '../messages/rankChannel';
import { RANK_MESSAGE, type RankCommand, asReply } from '../messages/rankMessage';

/**
 * A process or thread that records with the sessions of this one, which also drives its profiler with
 * `{ profileProcess: 'server' }`.
 */
export interface Attachment {
  /** 0 for the first one attached, and so on: its files are called `rank0_…`. */
  readonly rank: number;
  /** Detaches it; its profiler stays as it is. Calling it again does nothing. */
  detach(): void;
}

/** The dependencies of an {@link AttachedProcess}. */
export interface AttachedProcessDeps {
  readonly rank: number;
  /** Unique among all that may ask the same process. */
  readonly sender: string;
  readonly timing: RankTiming;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly connect: (events: RankChannelEvents) => RankChannel;
  readonly onDetach: () => void;
  /** This thread's end of the user's channel to a worker thread, where that can be followed. */
  readonly messages: MessageEnd | null;
}

/** One attached process: carries out requests in turn and notices its end. */
export class AttachedProcess implements Attachment {
  readonly rank: number;
  readonly #channel: RankChannel;
  #queue: Promise<unknown> = Promise.resolve();
  #exchange: Exchange | null = null;
  #requests = 0;
  #pending = 0;
  #hasAnswered = false;
  readonly #carriedOut = new Set<string>();
  #end: string | null = null;
  #isDetached = false;

  constructor(private readonly parts: AttachedProcessDeps) {
    this.rank = parts.rank;
    this.#channel = parts.connect({
      onMessage: message => this.#onMessage(message),
      onEnd: how => void this.#onEnd(how)
    });
  }

  /** `worker thread 3` or `process 4711`. */
  get title(): string {
    return this.#channel.title;
  }

  /** This thread's end of the user's channel to it, where that can be followed. */
  get messages(): MessageEnd | null {
    return this.parts.messages;
  }

  /** True when it cannot be reached any more. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** True when it has carried out a command of this name. */
  hasDone(command: string): boolean {
    return this.#carriedOut.has(command);
  }

  /** The output of `console.log` and of the last line of a cell. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Attachment rank ${this.rank} (${this.#channel.title})`;
  }

  /**
   * Carries out, in turn, the result of `commands` when all earlier requests are done. Never rejects.
   */
  async perform(
    commands: () => readonly RankCommand[],
    timing: RankTiming = this.parts.timing
  ): Promise<RankResult> {
    const isFree = this.#pending++ === 0;
    const ask = () => this.#ask(commands(), timing);
    // A request to an idle process is sent before this returns.
    const result = isFree ? ask() : this.#queue.then(ask);
    this.#queue = result.then(() => this.#pending--);
    return result;
  }

  /** Waits no longer for the answer to the request under way. */
  giveUp(): void {
    this.#exchange?.fail(this.#unanswered(this.parts.timing));
  }

  detach(): void {
    if (this.#isDetached) return;
    this.#isDetached = true;
    this.#channel.dispose();
    this.#fail('was detached');
    this.parts.onDetach();
  }

  async #ask(commands: readonly RankCommand[], timing: RankTiming): Promise<RankResult> {
    if (this.#end !== null) return { kind: 'failed', error: this.#end };
    const { sender, now } = this.parts;
    const expiresAtMs = now() + timing.answerMs - timing.resendMs;
    const number = ++this.#requests;
    const channel = this.#channel;
    this.#exchange = new Exchange({
      request: { cmd: RANK_MESSAGE, sender, number, expiresAtMs, commands },
      timing,
      send: request => channel.send(request),
      texts: {
        unanswered: () => this.#unanswered(timing),
        unfinished: () => this.#unfinished(timing)
      }
    });
    const result = await this.#exchange.result;
    this.#exchange = null;
    if (result.kind === 'done') for (const { command } of commands) this.#carriedOut.add(command);
    return result;
  }

  #onMessage(message: unknown): void {
    const reply = asReply(message);
    if (reply?.sender !== this.parts.sender || reply.number !== this.#requests) return;
    this.#hasAnswered = true;
    this.#exchange?.take(reply.outcome);
  }

  /** Its last answers may still be on their way when its end is known. */
  async #onEnd(how: string): Promise<void> {
    await arrivalsRead();
    this.#fail(how);
  }

  #fail(reason: string): void {
    this.#end ??= `${this.#channel.title} ${reason}`;
    this.#exchange?.fail(this.#end);
  }

  #unanswered(timing: RankTiming): string {
    const { title } = this.#channel;
    const waited = seconds(timing.answerMs);
    const cause = this.#hasAnswered
      ? 'It is busy: ask again when it is idle'
      : 'Import kernelscope in it; if it does, it is busy: ask again when it is idle';
    return `${title} did not answer within ${waited} and was left as it is. ${cause}`;
  }

  #unfinished(timing: RankTiming): string {
    const { title } = this.#channel;
    return `${title} has begun, but is not done after ${seconds(timing.resultMs)}`;
  }
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
