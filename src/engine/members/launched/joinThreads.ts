import { existsSync } from 'node:fs';
import { type Claim, claim, emptyFile, leaveNothing, liveFile, threadClaim } from './memberFiles';
import { SMALL_HEAP } from './hookWorkers';
import { JOIN_SYMBOL } from './standBy';
import { startedThreads } from './startedThreads';
import { withThreadSessions } from './threadSessions';
import { waitFor } from '../../../sources/process/waitFor';

/** Time that threads have to begin, milliseconds: the first time, they load the profiler. */
const JOINING_MS = 1500;

/** Why one is missing that did not begin. */
const BUSY = 'was not recorded: it did not begin, as it was in native code';

/**
 * Makes the threads that this thread has started, and those below them, record themselves into
 * `folder`. Returns when they do; a thread that cannot, as it is in native code, is named there.
 */
export function joinThreads(folder: string): void {
  const running = startedThreads.running();
  if (running.length === 0) return;
  const asked = running.filter(({ standsBy }) => standsBy).map(each => claimOf(each.threadId));
  withThreadSessions(sessions => {
    sessions.evaluate(`process[Symbol.for('${JOIN_SYMBOL}')]?.(${JSON.stringify(folder)})`);
    waitFor(() => asked.every(({ threadId }) => sessions.hasAnswered(threadId)), JOINING_MS);
  });
  for (const each of asked) if (!hasBegun(folder, each)) name(folder, each, BUSY);
  const small = running.filter(({ standsBy }) => !standsBy);
  for (const { threadId } of small) name(folder, claimOf(threadId), SMALL_HEAP);
}

/** Names a thread as missing, unless it begins at this moment. */
function name(folder: string, member: Claim, why: string): void {
  if (claim(folder, member)) leaveNothing(folder, member, why);
}

/** A thread of the main thread, which starts all that it knows of. */
function claimOf(threadId: number): Claim {
  return threadClaim(threadId, 0);
}

function hasBegun(folder: string, member: Claim): boolean {
  return existsSync(liveFile(folder, member)) || existsSync(emptyFile(folder, member));
}
