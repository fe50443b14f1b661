import { oncePer } from '../../base/oncePer';
import { RUNNING_ARG } from '../../model/profile/argKeys';
import { ArgKind, type Profile } from '../../model/profile/profile';
import { type TimeWindow, clipSlices, rowsWithin } from './window';

/**
 * For each slice the time in which its code ran, nanoseconds, or NaN where that is not known: it is of
 * slices on async lanes for which it was recorded, never more than their duration. Null when there is
 * none at all.
 */
export const runningTimes = oncePer(findRunningTimes);

function findRunningTimes({ args, slices, strings, tracks }: Profile): Float64Array | null {
  const key = strings.indexOf(RUNNING_ARG);
  if (key < 0) return null;
  let running: Float64Array | null = null;
  for (let row = 0; row < args.length; row++) {
    if (args.key[row] !== key || args.kind[row] !== ArgKind.number) continue;
    const slice = args.slice[row];
    const ns = args.value[row];
    const isOnLane = tracks[slices.track[slice]].kind === 'asyncLane';
    if (!isOnLane || !(ns >= 0)) continue;
    running ??= new Float64Array(slices.length).fill(NaN);
    running[slice] = Math.min(ns, slices.duration[slice]);
  }
  return running;
}

/**
 * {@link runningTimes} of the slices that `clipSlices` keeps of a window, in their order. How long a slice
 * ran within the window is estimated, as if it had run evenly.
 */
export function runningTimesWithin(profile: Profile, window: TimeWindow): Float64Array | null {
  const running = runningTimes(profile);
  if (running === null) return null;
  const { duration } = profile.slices;
  const clipped = clipSlices(profile.slices, window).duration;
  return Float64Array.from(rowsWithin(profile.slices, window), (row, at) => {
    return duration[row] > 0 ? (running[row] * clipped[at]) / duration[row] : running[row];
  });
}
