import type { Profile } from '../../model/profile/profile';
import { labelTimes } from './labelTimes';
import { enclosingOf } from './nesting';
import { threadsOfTracks } from './recordedThreads';
import { runningTimes } from './runningTimes';
import { selfTimes } from './selfTimes';

/** `selfTimes` of all slices of a profile, without {@link droppedWithin}. */
export function allSelfTimes(profile: Profile): Float64Array {
  const selfNs = keptSelfTimes(profile);
  const droppedNs = droppedWithin(profile, selfNs);
  return droppedNs === null ? selfNs : selfNs.map((ns, row) => ns - droppedNs[row]);
}

function keptSelfTimes(profile: Profile): Float64Array {
  const { slices, tracks } = profile;
  const [enclosing, running] = [enclosingOf(profile), runningTimes(profile)];
  return selfTimes({ slices, enclosing, tracks, running });
}

/**
 * For each slice the time of those directly within it that were not kept, nanoseconds; null where all were kept.
 * `selfNs` are the self times of the kept ones. By label it is exact where all slices of the label were kept; those
 * that were not are taken to have as much self time. It lies in slices that went on when the last of their thread was
 * kept, as a recorder keeps the first ones.
 */
export function droppedWithin(
  profile: Profile,
  selfNs: Float64Array = keptSelfTimes(profile)
): Float64Array | null {
  const { slices, droppedTotals } = profile;
  if (droppedTotals.length === 0) return null;
  const { kept, all } = labelTimes(profile);
  const restNs = timesAfterKept(profile, selfNs);
  const [rests, selves] = [restNs, selfNs].map(times => sumsByLabel(profile, times));
  const isKept = new Uint8Array(kept.count.length).fill(1);
  droppedTotals.label.forEach((label, row) => {
    if (droppedTotals.count[row] > 0) isKept[label] = 0;
  });
  const droppedNs = new Float64Array(slices.length);
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    const part = all.total[label] > 0 ? kept.total[label] / all.total[label] : 1;
    const missingNs = kept.self[label] - part * all.self[label];
    if (!(missingNs > ROUNDING_NS)) continue;
    const inRest = Math.min(1, missingNs / Math.max(ROUNDING_NS, rests[label]));
    droppedNs[row] = inRest * restNs[row];
    const elsewhereNs = isKept[label] === 1 ? missingNs - inRest * rests[label] : 0;
    const roomNs = selves[label] - rests[label];
    if (elsewhereNs > ROUNDING_NS && roomNs > 0) {
      droppedNs[row] += (elsewhereNs * (Math.max(0, selfNs[row]) - restNs[row])) / roomNs;
    }
  }
  return droppedNs;
}

/** Times that are nothing but rounding errors of sums. */
const ROUNDING_NS = 1e-3;

/** For each slice its self time after the last slice of its thread that was kept began, as far as no slice in it took it. */
function timesAfterKept(profile: Profile, selfNs: Float64Array): Float64Array {
  const { slices, tracks } = profile;
  const { length, start, duration, track } = slices;
  const threads = threadsOfTracks(tracks);
  const groups = tracks.map((_, row) => (threads[row] < 0 ? row : threads[row]));
  const enclosing = enclosingOf(profile);
  const lastNs = new Float64Array(tracks.length);
  const takenNs = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    const group = groups[track[row]];
    lastNs[group] = Math.max(lastNs[group], start[row]);
    const outer = enclosing[row];
    if (outer >= 0) takenNs[outer] = Math.max(takenNs[outer], start[row] + duration[row]);
  }
  return selfNs.map((ns, row) => {
    const fromNs = Math.max(start[row], takenNs[row], lastNs[groups[track[row]]]);
    return Math.max(0, Math.min(ns, start[row] + duration[row] - fromNs));
  });
}

function sumsByLabel({ slices, labels }: Profile, times: Float64Array): Float64Array {
  const sums = new Float64Array(labels.length);
  times.forEach((ns, row) => {
    sums[slices.label[row]] += Math.max(0, ns);
  });
  return sums;
}
