import { CdpSession } from './cdpSession';

/** A worker thread of a process, as its inspector lists it. */
export interface WorkerSession {
  readonly title: string;
  readonly session: CdpSession;
  /** Whether it has ended. */
  hasEnded: boolean;
}

interface AttachedParams {
  readonly sessionId: string;
  readonly workerInfo: { readonly title?: string; readonly workerId?: string };
}

/** The sessions of the worker threads of a process; those that start later are added. */
export class WorkerSessions {
  readonly #sessions = new Map<string, WorkerSession>();

  private constructor(
    private readonly main: CdpSession,
    private readonly begin: (session: CdpSession) => Promise<void>
  ) {}

  /** Connects to all worker threads, and has `begin` called for each, now or when it starts. */
  static async open(
    main: CdpSession,
    begin: (session: CdpSession) => Promise<void>
  ): Promise<WorkerSessions> {
    const workers = new WorkerSessions(main, begin);
    main.on('NodeWorker.attachedToWorker', params => workers.#attach(params as AttachedParams));
    main.on('NodeWorker.receivedMessageFromWorker', params => {
      const { sessionId, message } = params as { sessionId: string; message: string };
      workers.#sessions.get(sessionId)?.session.receive(message);
    });
    main.on('NodeWorker.detachedFromWorker', params => {
      workers.#detach((params as { sessionId: string }).sessionId);
    });
    await main.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return workers;
  }

  /** All worker threads so far, in order of their start. */
  get all(): readonly WorkerSession[] {
    return [...this.#sessions.values()];
  }

  #attach({ sessionId, workerInfo }: AttachedParams): void {
    const session = new CdpSession(message => {
      const sent = this.main.send('NodeWorker.sendMessageToWorker', { sessionId, message });
      sent.catch(() => this.#detach(sessionId));
    });
    const { title = '', workerId = '' } = workerInfo;
    const name = title === '' ? `worker thread ${workerId}` : title;
    const worker = { title: name, session, hasEnded: false };
    this.#sessions.set(sessionId, worker);
    this.begin(session).catch(() => (worker.hasEnded = true));
  }

  #detach(sessionId: string): void {
    const worker = this.#sessions.get(sessionId);
    if (worker === undefined) return;
    worker.hasEnded = true;
    worker.session.end('The worker thread ended');
  }
}
