import { isMainThread, threadId } from 'node:worker_threads';
import { threadClaim } from './memberFiles';
import { inheritedPlace } from './memberPlace';
import type { Membership } from './membership';
import { cleanUp, dropRequired, memberOf } from './membership';

/** Under this symbol a thread that stands by has the function by which it joins, on `process`. */
export const JOIN_SYMBOL = 'kernelscope.joinRecording';

/** Under this symbol the main thread of such threads has the file that has them stand by. */
const FILE_SYMBOL = Symbol.for('kernelscope.threadFile');

/**
 * Has this thread stand by, where what started it may want it to record: from now on it can be told to
 * join a recording, by the folder of its members. `record` records it for one; where one goes on as the
 * thread starts, it joins at once. The main thread is left `threadFile`, which had it do so.
 */
export function standBy(threadFile: string, record: (membership: Membership) => void): void {
  if (isMainThread) {
    dropRequired(process.execArgv, threadFile);
    Object.defineProperty(process, FILE_SYMBOL, { value: threadFile, configurable: true });
    return;
  }
  cleanUp(threadFile);
  const place = inheritedPlace();
  if (place === null) return;
  const value = (folder: string): void => {
    const membership = memberOf({ ...place, folder }, threadClaim(threadId, place.threadId));
    if (membership !== null) record(membership);
  };
  Object.defineProperty(process, Symbol.for(JOIN_SYMBOL), { value, configurable: true });
  if (place.folder !== null) value(place.folder);
}

/** The file that has the threads of this process stand by, once; null where they do not. */
export function takeThreadFile(): string | null {
  const holder = process as { [FILE_SYMBOL]?: string };
  const file = holder[FILE_SYMBOL] ?? null;
  delete holder[FILE_SYMBOL];
  return file;
}
