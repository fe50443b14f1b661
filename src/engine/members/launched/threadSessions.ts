import { type NodeWorker, Session } from 'node:inspector';
import { inspectorSessions } from '../../../sources/process/inspectorSessions';

/** Node's title of a thread for inspectors, with its number. */
const TITLE = /^\[worker (\d+)\]/;

/**
 * The sessions of the main thread with all worker threads of this process, by the numbers of the
 * threads. Answers arrive even while the main thread waits, unless an inspector has called it.
 */
export class ThreadSessions {
  readonly #session = new Session();
  readonly #numbers = new Map<string, number>();
  readonly #answered = new Set<number>();
  readonly #ended = new Set<number>();

  constructor() {
    this.#session.connect();
    this.#session.on('NodeWorker.attachedToWorker', ({ params }) => this.#add(params));
    this.#session.on('NodeWorker.receivedMessageFromWorker', ({ params }) =>
      this.#note(params, this.#answered)
    );
    this.#session.on('NodeWorker.detachedFromWorker', ({ params }) => {
      this.#note(params, this.#answered);
      this.#note(params, this.#ended);
    });
  }

  /** Connects to the threads that run. */
  begin(): void {
    this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  }

  /** True for a thread that ran when the sessions began. */
  has(threadId: number): boolean {
    return [...this.#numbers.values()].includes(threadId);
  }

  /** Has all threads evaluate an expression, once, whatever they are doing; its value is not known. */
  evaluate(expression: string): void {
    for (const sessionId of this.#numbers.keys()) evaluateIn(this.#session, sessionId, expression);
  }

  /**
   * True for a thread that has evaluated it, or has ended. One that is terminated before may not end:
   * inspectors take back what terminates the code that they call.
   */
  hasAnswered(threadId: number): boolean {
    return this.#answered.has(threadId);
  }

  /** True for a thread that has ended since the sessions began. */
  hasEnded(threadId: number): boolean {
    return this.#ended.has(threadId);
  }

  dispose(): void {
    this.#session.post('NodeWorker.disable');
    inspectorSessions.end(this.#session);
  }

  #add({ sessionId, workerInfo }: NodeWorker.AttachedToWorkerEventDataType): void {
    const number = Number(TITLE.exec(workerInfo.title)?.[1]);
    if (!Number.isNaN(number)) this.#numbers.set(sessionId, number);
  }

  #note({ sessionId }: { readonly sessionId: string }, threads: Set<number>): void {
    const number = this.#numbers.get(sessionId);
    if (number !== undefined) threads.add(number);
  }
}

/** Calls `use` with the sessions of the main thread, which end when it returns. */
export function withThreadSessions(use: (sessions: ThreadSessions) => void): void {
  const sessions = new ThreadSessions();
  try {
    sessions.begin();
    use(sessions);
  } finally {
    sessions.dispose();
  }
}

/** Has the thread of a session evaluate an expression, whatever it is doing; its value is not known. */
export function evaluateIn(session: Session, sessionId: string, expression: string): void {
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, () => undefined);
}
