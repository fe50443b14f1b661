import { toNumber } from '../../../base/intrinsics/ownFunctions';
import { existsSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { NS_PER_MS } from '../../../base/time';
import { monotonicClock } from '../../../base/clock';
import type { NativeThreads } from '../../../native/v8Addon';
import { ownWaits } from '../../../sources/async/waits/ownWaits';
import { answerTo, nativeThreads, SAVE } from '../../../sources/process/threadAnswers';
import {
  type Claim,
  MOST_MEMBERS,
  SAVING_MS,
  isSaving,
  isSettled,
  leaveNothing,
  liveFile,
  readClaims
} from './memberFiles';
import { evaluateIn, ThreadSessions, withThreadSessions } from './threadSessions';
import { waitFor } from '../../../sources/process/waitFor';

/** Time for threads to begin saving their recordings, milliseconds. */
const BEGINNING_MS = 2000;

/** As Node has them: a program may put the timers of a test in their place. */
const { setInterval: startTimer, clearInterval: endTimer } = globalThis;

/** How often it is looked whether a thread that was terminated has saved, milliseconds. */
const LOOK_MS = 1;

/** Time that threads which have saved have to say so, or to go on if they cannot be heard, milliseconds. */
const LEAVING_MS = 250;

/** Under this symbol a recorded thread has the function that saves its profile, on `process`. */
export const SAVE_SYMBOL = 'kernelscope.saveThreads';

/** Why one is missing that has not begun to record. */
export const TOO_SHORT = 'ended before it could be recorded';

/** Why one is missing that recorded and ended, without being asked and without an event. */
const UNSAVED = 'ended without saving its recording, as where it is out of memory';

/**
 * Has this thread call `save` when another one asks it to, or with the limit of its heap in bytes when that is full,
 * which is the end of the thread; `save` returns false if it was called before. For one that has begun to record: Node aborts where it is
 * interrupted while it loads the profiler, and then terminated.
 */
export function answerSaving(save: (fullHeapBytes: number | null) => unknown): void {
  answerTo('save', save);
}

/** Threads of the profiler itself, which are counted as well where numbers are given out. */
const OWN_THREADS = 28;

/**
 * Makes threads of this process save their recordings, and stop recording: all below the thread `root`.
 * They do it even while they compute or sleep; one in native code may
 * not do it in time, and is lost. Returns when they are done.
 */
export function saveThreads(folder: string, root: number): void {
  const own = readClaims(folder).filter(({ pid, threadId }) => pid === process.pid && threadId > 0);
  const below = own.filter(each => isBelow(each, root, own));
  const waiting = below.filter(each => !isSettled(folder, each));
  if (waiting.length === 0) return;
  const native = nativeThreads();
  const running = native && waiting.filter(each => native.answered(each.threadId) >= 0);
  const late = running === null ? [] : waiting.filter(each => !running.includes(each));
  for (const each of late) {
    leaveNothing(folder, each, existsSync(liveFile(folder, each)) ? UNSAVED : TOO_SHORT);
  }
  const ask = native ? askNatively(native) : isMainThread ? askFromMain : askFromThread;
  ask(running ?? waiting, (asked, heard) => {
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

/** The threads that save because of {@link saveThenStop}, by their numbers. */
const stopping = new Set<number>();

/**
 * Makes a thread of this process, with those below it, save its recording and end; `stop`, which
 * terminates it, is called as soon as it has, or cannot: once, where that is asked for again meanwhile. Returns at once:
 * the thread does not need this one for it.
 */
export function saveThenStop(folder: string, terminated: number, stop: () => void): void {
  if (stopping.has(terminated)) return;
  const thread = readClaims(folder).find(
    ({ pid, threadId }) => pid === process.pid && threadId === terminated
  );
  if (thread === undefined || isSettled(folder, thread)) return stop();
  const native = nativeThreads();
  if (native !== null && native.answered(terminated) < 0) {
    leaveNothing(folder, thread, TOO_SHORT);
    return stop();
  }
  try {
    const asked = native === null ? askToEnd(terminated) : askNativelyToEnd(native, terminated);
    stopping.add(terminated);
    const begunNs = monotonicClock();
    const goOn = ownWaits.begin(begunNs);
    const look = (waitedMs: number): void => {
      const saves = isSaving(folder, thread);
      const isOver = asked.hasEnded() || (asked.hasAnswered() && !saves);
      if (!isOver && waitedMs < (saves ? SAVING_MS : BEGINNING_MS)) return;
      endTimer(timer);
      stopping.delete(terminated);
      goOn(monotonicClock());
      try {
        stop();
      } finally {
        asked.dispose();
      }
    };
    const timer = startTimer(() => {
      const waitedMs = toNumber(monotonicClock() - begunNs) / NS_PER_MS;
      const isHeard = asked.hasEnded() || asked.hasAnswered();
      if (isHeard || waitedMs >= BEGINNING_MS) intrinsics.aside(() => look(waitedMs));
    }, LOOK_MS);
    timer.unref();
  } catch {
    stop();
  }
}

/** A thread that was asked to save and end. */
interface AskedThread {
  /** True when it has saved, or was saving before. */
  readonly hasAnswered: () => boolean;
  readonly hasEnded: () => boolean;
  readonly dispose: () => void;
}

/** It does not end by itself, in the midst of what it does, but waits for its end. */
function askNativelyToEnd(native: NativeThreads, terminated: number): AskedThread {
  const before = native.answered(terminated);
  native.ask(terminated, SAVE, true);
  return {
    hasAnswered: () => native.answered(terminated) !== before,
    hasEnded: () => native.answered(terminated) < 0,
    dispose: () => native.letGo(terminated)
  };
}

function askToEnd(terminated: number): AskedThread {
  const call = saving([terminated], true);
  if (isMainThread) {
    const sessions = new ThreadSessions();
    sessions.begin();
    sessions.evaluate(call);
    return {
      hasAnswered: () => sessions.hasAnswered(terminated),
      hasEnded: () => !sessions.has(terminated) || sessions.hasEnded(terminated),
      dispose: () => sessions.dispose()
    };
  }
  const session = connectToAll();
  evaluateInAll(session, call);
  return { hasAnswered: () => false, hasEnded: () => false, dispose: () => session.disconnect() };
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

/** Asks each thread itself, which answers between two instructions of what it does. */
const askNatively =
  (native: NativeThreads) =>
  (threads: readonly Claim[], wait: Wait): void => {
    const before = new Map(
      threads.map(({ threadId: thread }) => [thread, native.answered(thread)] as const)
    );
    const asked = threads.filter(({ threadId: thread }) => native.ask(thread, SAVE));
    const hasEnded = (thread: number): boolean => native.answered(thread) < 0;
    const hasAnswered = (thread: number): boolean => native.answered(thread) !== before.get(thread);
    wait(asked, { hasAnswered, hasEnded });
  };

/** Asks those that are still running. */
function askFromMain(threads: readonly Claim[], wait: Wait): void {
  withThreadSessions(sessions => {
    const running = threads.filter(({ threadId }) => sessions.has(threadId));
    sessions.evaluate(saving(running.map(({ threadId }) => threadId)));
    wait(running, sessions);
  });
}

/**
 * The main thread answers later than this thread can wait for, and numbers the sessions with threads
 * from 1 on: all are asked, and those that are meant answer.
 */
function askFromThread(threads: readonly Claim[], wait: Wait): void {
  const session = connectToAll();
  try {
    evaluateInAll(session, saving(threads.map(({ threadId }) => threadId)));
    wait(threads, NOTHING_HEARD);
  } finally {
    session.disconnect();
  }
}

function connectToAll(): Session {
  const session = new Session();
  session.connectToMainThread();
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return session;
}

function evaluateInAll(session: Session, call: string): void {
  for (let number = 1; number <= MOST_MEMBERS + OWN_THREADS; number++) {
    evaluateIn(session, String(number), call);
  }
}

function saving(threads: readonly number[], areTerminated = false): string {
  return `process[Symbol.for('${SAVE_SYMBOL}')]?.([${threads.join()}], ${areTerminated})`;
}
