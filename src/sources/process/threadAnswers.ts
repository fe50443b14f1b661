import { threadId } from 'node:worker_threads';
import { type NativeThreads, loadV8Addon } from '../../native/v8Addon';

/** The texts by which a thread is asked to save its recording, and to start the threads beside it. */
export const SAVE = 'save';
export const START = 'start';

/** What this thread does when it is asked, in the midst of whatever it does. */
interface Answers {
  /**
   * `fullHeapBytes` is the limit of its heap where that is full, which is the end of the thread; null otherwise. Returns
   * false if it has begun before.
   */
  readonly save: (fullHeapBytes: number | null) => unknown;
  readonly start: () => void;
}

const answers: { -readonly [Kind in keyof Answers]?: Answers[Kind] } = {};

/** The calls of other threads; null where there is no addon for that. */
export function nativeThreads(): NativeThreads | null {
  try {
    return loadV8Addon().threads;
  } catch {
    return null;
  }
}

/** Has this thread answer asks of a kind so from now on; false if it cannot be asked. */
export function answerTo<Kind extends keyof Answers>(kind: Kind, answer: Answers[Kind]): boolean {
  const native = nativeThreads();
  if (native === null) return false;
  answers[kind] = answer;
  native.answerWith(threadId, text => {
    if (text === START) {
      answers.start?.();
      return;
    }
    const full = /^full (\d+)$/.exec(text);
    return answers.save?.(full && Number(full[1]));
  });
  return true;
}
