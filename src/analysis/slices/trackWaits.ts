import type { Profile } from '../../model/profile/profile';
import { enclosingOf } from './nesting';
import { threadSpans } from './recordedThreads';
import { runningTimes } from './runningTimes';

/** How long a track ran and waited, nanoseconds. */
export interface TrackWait {
  /** Time in which its code ran; what is not waiting. */
  readonly runningNs: number;
  readonly waitingNs: number;
  /** The two together: of an async lane the time of its outermost slices, of a thread those in which it was recorded. */
  readonly wholeNs: number;
}

/**
 * How long tracks waited, by track: async lanes whose running times were recorded, and threads whose
 * waits were, with the track of these. An async lane waits while its own code does not run, whatever runs on its thread.
 */
export function trackWaits(profile: Profile): ReadonlyMap<number, TrackWait> {
  return new Map([...threadWaits(profile), ...laneWaits(profile)]);
}

function threadWaits(profile: Profile): Map<number, TrackWait> {
  const { slices, tracks, meta } = profile;
  const waits = new Map<number, TrackWait>();
  const waitingNs = new Float64Array(tracks.length);
  if (!tracks.some(({ kind }) => kind === 'waiting')) return waits;
  slices.track.forEach((track, row) => (waitingNs[track] += slices.duration[row]));
  const spans = threadSpans(profile);
  tracks.forEach(({ kind, parent }, track) => {
    if (kind !== 'waiting' || parent < 0) return;
    const span = spans.get(parent);
    const wholeNs = span ? span.toNs - span.fromNs : meta.durationNs;
    const wait = splitOf(wholeNs, Math.max(0, wholeNs - waitingNs[track]));
    waits.set(parent, wait).set(track, wait);
  });
  return waits;
}

function laneWaits(profile: Profile): Map<number, TrackWait> {
  const waits = new Map<number, TrackWait>();
  const running = runningTimes(profile);
  if (running === null) return waits;
  const { slices } = profile;
  const enclosing = enclosingOf(profile);
  for (let row = 0; row < slices.length; row++) {
    if (enclosing[row] >= 0 || Number.isNaN(running[row])) continue;
    const { runningNs, wholeNs } = waits.get(slices.track[row]) ?? splitOf(0, 0);
    const whole = wholeNs + slices.duration[row];
    waits.set(slices.track[row], splitOf(whole, runningNs + running[row]));
  }
  return waits;
}

function splitOf(wholeNs: number, runningNs: number): TrackWait {
  return { wholeNs, runningNs, waitingNs: wholeNs - runningNs };
}
