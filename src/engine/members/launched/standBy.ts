import { isMainThread, threadId } from 'node:worker_threads';
import { tellTask } from '../../../sources/process/toldTasks';
import { threadClaim } from './memberFiles';
import { inheritedPlace } from './memberPlace';
import { type Membership, cleanUp, dropRequired, memberOf } from './membership';

/** The symbol, on `process`, of the function by which a thread that stands by joins a recording. */
export const JOIN_SYMBOL = 'kernelscope.joinRecording';

/** The symbol under which the main thread of such threads has the file that makes them stand by. */
const FILE_SYMBOL = Symbol.for('kernelscope.threadFile');

/**
 * Makes this thread stand by, if the code that started it may want it to record: from now on it can be
 * asked to join a recording, by the folder of its members. `record` starts recording; if a recording is
 * running as the thread starts, it joins immediately. The main thread keeps `threadFile`, which made it
 * do so.
 */
export function standBy(threadFile: string, record: (membership: Membership) => void): void {
  if (isMainThread) {
    dropRequired(process.execArgv, threadFile);
    Object.defineProperty(process, FILE_SYMBOL, { value: threadFile, configurable: true });
    return;
  }
  cleanUp(threadFile);
  tellTask();
  const place = inheritedPlace();
  if (place === null) return;
  const value = (folder: string): void => {
    const membership = memberOf({ ...place, folder }, threadClaim(threadId, place.threadId));
    if (membership !== null) record(membership);
  };
  Object.defineProperty(process, Symbol.for(JOIN_SYMBOL), { value, configurable: true });
  if (place.folder !== null) value(place.folder);
}

/** The file that makes the threads of this process stand by, once; null if they do not. */
export function takeThreadFile(): string | null {
  const holder = process as { [FILE_SYMBOL]?: string };
  const file = holder[FILE_SYMBOL] ?? null;
  delete holder[FILE_SYMBOL];
  return file;
}
