import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import type { Claim } from './memberFiles';
import { isSaving, isSettled, MOST_MEMBERS, readClaims } from './memberFiles';
import type { ThreadSessions } from './threadSessions';
import { evaluateIn, withThreadSessions } from './threadSessions';
import { waitFor } from './waitFor';

/** Time for threads to begin saving their recordings, milliseconds. */
const BEGINNING_MS = 2000;

/** Time that those have to end it that have begun, milliseconds. */
const SAVING_MS = 20_000;

/** Time that threads which have saved have to say so, or to go on if they cannot be heard, milliseconds. */
const LEAVING_MS = 250;

/** Under this symbol a recorded thread has the function that saves its profile, on `process`. */
export const SAVE_SYMBOL = 'kernelscope.saveThreads';

/** Threads of the profiler itself, which are counted as well where numbers are given out. */
const OWN_THREADS = 28;

/**
 * Makes threads of this process save their recordings, and stop recording: all below the thread `root`,
 * and that one too if `isIncluded`. They do it even while they compute or sleep; one in native code may
 * not do it in time, and is lost. Returns when they are done.
 */
export function saveThreads(folder: string, root: number, isIncluded: boolean): void {
  const own = readClaims(folder).filter(({ pid, threadId }) => pid === process.pid && threadId > 0);
  const below = own.filter(
    each => isBelow(each, root, own) || (isIncluded && each.threadId === root)
  );
  const waiting = below.filter(each => !isSettled(folder, each));
  if (waiting.length === 0) return;
  const ask = isMainThread ? askFromMain : askFromThread;
  ask(waiting, (asked, heard) => {
    // One that saves because it ends answers at once, in the midst of saving.
    const isSaved = (each: Claim): boolean =>
      isSettled(folder, each) ||
      heard.hasEnded(each.threadId) ||
      (heard.hasAnswered(each.threadId) && !isSaving(folder, each));
    waitFor(() => asked.every(isSaved), BEGINNING_MS);
    const begun = asked.filter(each => isSaving(folder, each));
    waitFor(() => begun.every(isSaved), SAVING_MS);
    const saved = asked.filter(isSaved);
    waitFor(() => saved.every(({ threadId }) => heard.hasAnswered(threadId)), LEAVING_MS);
  });
}

function isBelow(thread: Claim, root: number, all: readonly Claim[]): boolean {
  if (thread.parentThreadId === root) return true;
  const parent = all.find(({ threadId }) => threadId === thread.parentThreadId);
  return parent !== undefined && isBelow(parent, root, all);
}

/** The answers of threads that were asked, and their ends. */
type Heard = Pick<ThreadSessions, 'hasAnswered' | 'hasEnded'>;

const NOTHING_HEARD: Heard = { hasAnswered: () => false, hasEnded: () => false };

/** Waits for threads that were asked. */
type Wait = (asked: readonly Claim[], heard: Heard) => void;

/** Asks those that are still running. */
function askFromMain(threads: readonly Claim[], wait: Wait): void {
  withThreadSessions(sessions => {
    const running = threads.filter(({ threadId }) => sessions.has(threadId));
    sessions.evaluate(saving(running));
    wait(running, sessions);
  });
}

/**
 * The main thread answers later than this thread can wait for, and numbers the sessions with threads
 * from 1 on: all are asked, and those that are meant answer.
 */
function askFromThread(threads: readonly Claim[], wait: Wait): void {
  const session = new Session();
  try {
    session.connectToMainThread();
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    for (let number = 1; number <= MOST_MEMBERS + OWN_THREADS; number++) {
      evaluateIn(session, String(number), saving(threads));
    }
    wait(threads, NOTHING_HEARD);
  } finally {
    session.disconnect();
  }
}

function saving(threads: readonly Claim[]): string {
  const numbers = threads.map(({ threadId }) => threadId).join();
  return `process[Symbol.for('${SAVE_SYMBOL}')]?.([${numbers}])`;
}
