import { firstRow } from '../../analysis/slices/window';
import type { Clock } from '../../base/clock';

/** The device of recorded work. */
export type Activity = 'CPU' | 'GPU';

/** Returns whether an activity was on at a time, in nanoseconds from some origin. */
export type IsOn = (timeNs: number) => boolean;

interface Switch {
  readonly isOnAtFirst: boolean;
  /** Clock values at which it was switched, nanoseconds. */
  readonly times: bigint[];
}

/** When each activity of a session was on. */
export class ActivityLog {
  readonly #switches: Readonly<Record<Activity, Switch>>;

  constructor(
    private readonly now: Clock,
    onAtFirst: ReadonlySet<Activity>
  ) {
    this.#switches = {
      CPU: { isOnAtFirst: onAtFirst.has('CPU'), times: [] },
      GPU: { isOnAtFirst: onAtFirst.has('GPU'), times: [] }
    };
  }

  /** Switches an activity from now on. */
  set(activity: Activity, on: boolean): void {
    const { isOnAtFirst, times } = this.#switches[activity];
    const isOn = isOnAtFirst === (times.length % 2 === 0);
    if (isOn !== on) times.push(this.now());
  }

  /** When `activity` was on, by the time from `originNs` on; null when it always was. */
  isOnBy(activity: Activity, originNs: bigint): IsOn | null {
    const { isOnAtFirst, times } = this.#switches[activity];
    if (isOnAtFirst && times.length === 0) return null;
    const switched = Float64Array.from(times, time => Number(time - originNs));
    return timeNs => isOnAtFirst === (firstRow(switched, timeNs) % 2 === 0);
  }
}
