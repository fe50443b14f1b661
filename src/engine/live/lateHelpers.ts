import { threadId } from 'node:worker_threads';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { blockingCalls } from '../../sources/process/blockingCalls';
import { knownTasks } from '../../sources/process/knownTasks';
import type { ThreadStart } from '../../sources/process/memoryHost';
import { beforeHooks, hiddenFromHooks } from '../../sources/process/nodeInternals';
import { answerTo, nativeThreads, START } from '../../sources/process/threadAnswers';

/** Time that a program runs alone, milliseconds: starting the threads takes it as long as many programs run. */
const DELAY_MS = 500;

/**
 * Starts the threads beside the recording of this process, on its main thread, only when that has gone on for a while:
 * most programs end before, and need none. A thread of the system asks for it, so that the threads start while the
 * program computes, too, and nothing of this keeps it running. They start earlier where the program could not be asked
 * later, or would notice: before it waits for a child process, and before it hooks asynchronous resources
 * where these cannot be hidden from that. Where it cannot be asked at all, they start at once.
 */
export class LateHelpers implements ThreadStart {
  readonly delayMs = DELAY_MS;
  /** What is to start; null when whatever comes starts at once. */
  #waiting: (() => void)[] | null = [];
  #leaveHooks: () => void = () => undefined;

  /**
   * The recording has begun, and the program is next.
   *
   * @param orFile the threads also start as soon as there is such a file
   */
  begin(orFile: string): void {
    const isAsked =
      answerTo('start', () => this.startNow()) &&
      knownTasks.starting(
        () => nativeThreads()?.askLater(threadId, START, DELAY_MS, orFile) === true
      );
    if (!isAsked) {
      this.startNow();
      return;
    }
    blockingCalls.acquire(this, () => this.startNow());
    this.#leaveHooks = beforeHooks(() => this.startNow());
  }

  /** Calls `start`, which must not throw, when the threads start, or at once if they have. */
  whenDue(start: () => void): void {
    if (this.#waiting === null) start();
    // by no method: the program may have replaced it
    else this.#waiting[this.#waiting.length] = start;
  }

  /** Starts them now. */
  startNow(): void {
    const waiting = this.#take();
    intrinsics.aside(() =>
      hiddenFromHooks(() => {
        for (let index = 0; index < waiting.length; index++) waiting[index]();
      })
    );
  }

  /** Starts none of those that wait: the recording is over. */
  cancel(): void {
    this.#take();
  }

  #take(): readonly (() => void)[] {
    const waiting = this.#waiting;
    if (waiting === null) return [];
    this.#waiting = null;
    blockingCalls.release(this);
    this.#leaveHooks();
    return waiting;
  }
}
