import { Session } from 'node:inspector';
import type { NodeWorker } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import type { Claim } from './memberFiles';
import { isSettled, MOST_MEMBERS, readClaims } from './memberFiles';
import { waitFor } from './waitFor';

/** Time that threads have to save what they have recorded, milliseconds. */
const SAVING_MS = 2000;

/** Under this symbol a recorded thread has the function that saves its profile, on `process`. */
export const SAVE_SYMBOL = 'kernelscope.saveThreads';

/** Threads of the profiler itself, which are counted as well where numbers are given out. */
const OWN_THREADS = 28;

/**
 * Has threads of this process that are about to end save what they have recorded: all below the thread
 * `root`, and that one unless it is this thread. They do it whatever they are doing, even while they
 * compute or sleep; one in native code may not in time, and is lost. Returns when they are done.
 */
export function saveThreads(folder: string, root: number, isIncluded: boolean): void {
  const own = readClaims(folder).filter(({ pid, threadId }) => pid === process.pid && threadId > 0);
  const below = own.filter(
    each => isBelow(each, root, own) || (isIncluded && each.threadId === root)
  );
  const waiting = below.filter(each => !isSettled(folder, each));
  if (waiting.length === 0) return;
  const session = new Session();
  try {
    const asked = isMainThread ? askFromMain(session, waiting) : askFromThread(session, waiting);
    waitFor(() => asked.every(each => isSettled(folder, each)), SAVING_MS);
  } finally {
    session.disconnect();
  }
}

function isBelow(thread: Claim, root: number, all: readonly Claim[]): boolean {
  if (thread.parentThreadId === root) return true;
  const parent = all.find(({ threadId }) => threadId === thread.parentThreadId);
  return parent !== undefined && isBelow(parent, root, all);
}

/** How Node titles a thread for inspectors, with its number. */
const TITLE = /^\[worker (\d+)\]/;

/** Asks those that still run; gives them. */
function askFromMain(session: Session, threads: readonly Claim[]): readonly Claim[] {
  const sessions: string[] = [];
  const numbers = new Set<number>();
  const onAttached = ({ params }: { params: NodeWorker.AttachedToWorkerEventDataType }): void => {
    sessions.push(params.sessionId);
    numbers.add(Number(TITLE.exec(params.workerInfo.title)?.[1]));
  };
  session.connect();
  session.on('NodeWorker.attachedToWorker', onAttached);
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const running = threads.filter(({ threadId }) => numbers.has(threadId));
  for (const sessionId of sessions) send(session, sessionId, running);
  return running;
}

/**
 * The main thread answers later than this thread can wait for, and numbers the sessions with threads
 * from 1 on: all are asked, and those that are meant answer.
 */
function askFromThread(session: Session, threads: readonly Claim[]): readonly Claim[] {
  session.connectToMainThread();
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  for (let number = 1; number <= MOST_MEMBERS + OWN_THREADS; number++) {
    send(session, String(number), threads);
  }
  return threads;
}

function send(session: Session, sessionId: string, threads: readonly Claim[]): void {
  const numbers = threads.map(({ threadId }) => threadId).join();
  const expression = `process[Symbol.for('${SAVE_SYMBOL}')]?.([${numbers}])`;
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, () => undefined);
}
