import { type Clock, monotonicClock } from '../../base/time';
import { threadTimes } from './threadTimes';

/** Samplers and questions alone keep a thread busy for a smaller part of the time. */
const IDLE_SHARE = 0.1;

/** Tells, in another thread, whether the main thread works or waits, by its time on a processor. */
export class MainThreadWork {
  #last: { readonly atNs: bigint; readonly ranNs: number } | null = null;

  /** `folder` is that of the thread, see {@link threadTimes}; where there is none, it counts as working. */
  constructor(
    private readonly folder = `/proc/self/task/${process.pid}`,
    private readonly now: Clock = monotonicClock
  ) {}

  /** False if the thread has all but waited since the last call; true the first time. */
  hasWorked(): boolean {
    const times = threadTimes(this.folder);
    if (times === null) return true;
    const last = this.#last;
    const { ranNs } = times;
    const atNs = this.now();
    this.#last = { atNs, ranNs };
    return last === null || ranNs - last.ranNs > IDLE_SHARE * Number(atNs - last.atNs);
  }
}
