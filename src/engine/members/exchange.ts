import { arrivalsRead } from '../../sources/async/arrivals';
import type { RankOutcome, RankRequest } from './rankMessage';

/** Time limits for attached processes, milliseconds. */
export interface RankTiming {
  /** Until it begins with a request: a busy one cannot. */
  readonly answerMs: number;
  /** Until it is done with it, from then on. */
  readonly resultMs: number;
  /** Between sendings to one that has not answered, which may not have imported kernelscope yet. */
  readonly resendMs: number;
  /** True if the process may end before there is a result: nobody waits for it. */
  readonly isUnawaited?: boolean;
}

/** The defaults: 5 s to begin, 2 minutes to write. */
export const RANK_TIMING: RankTiming = { answerMs: 5000, resultMs: 120_000, resendMs: 100 };

/** The result of a request. */
export type RankResult = Exclude<RankOutcome, { readonly kind: 'taken' }>;

/** The dependencies of an {@link Exchange}. */
interface ExchangeDeps {
  readonly request: RankRequest;
  readonly timing: RankTiming;
  readonly send: (request: RankRequest) => void;
  /** The messages if the rank does not even begin, and if it does not finish. */
  readonly texts: { readonly unanswered: () => string; readonly unfinished: () => string };
}

/** One request under way: sent until it is taken, and waited for within bounds. */
export class Exchange {
  /** Settles once, and never rejects. */
  readonly result: Promise<RankResult>;
  #resolve: (result: RankResult) => void = () => undefined;
  readonly #resending: NodeJS.Timeout;
  #deadline: NodeJS.Timeout;

  constructor(private readonly parts: ExchangeDeps) {
    const { request, timing, send, texts } = parts;
    this.result = new Promise(resolve => {
      this.#resolve = resolve;
    });
    this.#resending = this.#counted(setInterval(() => send(request), timing.resendMs));
    this.#deadline = this.#failAfter(timing.answerMs, texts.unanswered);
    send(request);
  }

  /** Receives the rank's answer to this request. */
  take(outcome: RankOutcome): void {
    if (outcome.kind !== 'taken') {
      this.#settle(outcome);
      return;
    }
    const { timing, texts } = this.parts;
    this.#stopTimers();
    this.#deadline = this.#failAfter(timing.resultMs, texts.unfinished);
  }

  /** Gives up for the given reason. */
  fail(error: string): void {
    this.#settle({ kind: 'failed', error });
  }

  #settle(result: RankResult): void {
    this.#stopTimers();
    this.#resolve(result);
  }

  #stopTimers(): void {
    clearInterval(this.#resending);
    clearTimeout(this.#deadline);
  }

  #failAfter(ms: number, text: () => string): NodeJS.Timeout {
    const deadline = setTimeout(() => {
      void this.#failUnlessAnswered(deadline, text);
    }, ms);
    return this.#counted(deadline);
  }

  /** The timer, which keeps the process alive only if somebody waits for the result. */
  #counted(timer: NodeJS.Timeout): NodeJS.Timeout {
    return this.parts.timing.isUnawaited === true ? timer.unref() : timer;
  }

  /** An answer may be waiting to be read when this process itself was busy: it comes first. */
  async #failUnlessAnswered(deadline: NodeJS.Timeout, text: () => string): Promise<void> {
    await arrivalsRead();
    if (this.#deadline === deadline) this.fail(text());
  }
}
