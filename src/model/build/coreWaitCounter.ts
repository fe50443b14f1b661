import { CORE_WAIT } from '../profile/categories';
import type { CounterSeries } from '../profile/profile';
import type { CoreWaits } from '../profile/recordedPart';

/** When the thread of `track` waited for a core, see `CORE_WAIT`. */
export function coreWaitCounter(waits: CoreWaits, track: number): CounterSeries {
  const length = 1 + 2 * waits.time.length;
  const [time, value] = [new Float64Array(length), new Float64Array(length)];
  waits.time.forEach((from, row) => {
    const ns = waits.value[row];
    time.set([from, from + ns], 1 + 2 * row);
    value[1 + 2 * row] = ns;
  });
  return { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track, time, value };
}
