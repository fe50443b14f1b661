import { Session } from 'node:inspector';
import type { NodeWorker } from 'node:inspector';

/** How Node titles a thread for inspectors, with its number. */
const TITLE = /^\[worker (\d+)\]/;

/**
 * Calls `use` with a session of the main thread and the sessions, by the numbers of the threads, that it
 * has with all worker threads of this process. They end when it returns.
 */
export function withThreadSessions(
  use: (session: Session, threads: ReadonlyMap<number, string>) => void
): void {
  const session = new Session();
  const threads = new Map<number, string>();
  const onAttached = ({ params }: { params: NodeWorker.AttachedToWorkerEventDataType }): void => {
    const number = Number(TITLE.exec(params.workerInfo.title)?.[1]);
    if (!Number.isNaN(number)) threads.set(number, params.sessionId);
  };
  session.connect();
  try {
    session.on('NodeWorker.attachedToWorker', onAttached);
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    use(session, threads);
  } finally {
    session.disconnect();
  }
}

/** Has the thread of a session evaluate an expression, whatever it is doing; its value is not known. */
export function evaluateIn(session: Session, sessionId: string, expression: string): void {
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, () => undefined);
}
