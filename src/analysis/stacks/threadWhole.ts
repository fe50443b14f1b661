import { oncePer } from '../../base/oncePer';
import type { Profile } from '../../model/profile/profile';
import { type Intervals, NO_TIME, lengthWithin } from '../slices/intervals';
import { collectingTimes, coreWaitNs } from '../slices/recordedTimes';
import type { TimeWindow } from '../slices/window';
import { programPart } from './programPart';
import { type StackWeights, sampleStacks, waitStacks, type StackUnit } from './stackWeights';

/**
 * The value of a share of 1 of the time that threads ran or waited, for functions, lines and files in all
 * views: the stretch on show, or what all threads together ran and waited for a core to run on, or waited for
 * something, where that is more.
 */
export function threadWhole(profile: Profile, window: TimeWindow | null = null): number {
  return window === null ? wholeOfAll(profile) : wholeOf(profile, window);
}

/** Every table, view and list of lines asks for it. */
const wholeOfAll = oncePer((profile: Profile) => wholeOf(profile, null));

function wholeOf(profile: Profile, window: TimeWindow | null): number {
  const part = window === null ? programPart(profile) : profile;
  return Math.max(
    leastWhole(profile, 'nanoseconds', window),
    sumOf(sampleStacks(profile, { window })) +
      (coreWaitNs(part, null, window) ?? 0) +
      blockedByCollections(part, window),
    sumOf(waitStacks(profile, { window }))
  );
}

/**
 * The time for which threads that were sampled were blocked by their garbage collections, as by threads that help them,
 * nanoseconds: their samples stand for none of it.
 */
export function blockedByCollections(profile: Profile, window: TimeWindow | null = null): number {
  const { samples } = profile;
  const { fromNs, toNs } = window ?? { fromNs: 0, toNs: Infinity };
  const ran = new Map<number, number>();
  const times = new Map<number, Intervals>();
  for (let row = 0; row < samples.length; row++) {
    const track = samples.track[row];
    let ofTrack = times.get(track);
    if (ofTrack === undefined) {
      times.set(track, (ofTrack = collectingTimes(profile, track) ?? NO_TIME));
    }
    if (samples.stack[row] < 0 || ofTrack.length === 0) continue;
    const from = Math.max(fromNs, samples.time[row]);
    const to = Math.min(toNs, samples.time[row] + samples.weight[row]);
    if (to > from) ran.set(track, (ran.get(track) ?? 0) + lengthWithin(ofTrack, from, to));
  }
  let blockedNs = 0;
  for (const [track, ofTrack] of times) {
    blockedNs += Math.max(0, lengthWithin(ofTrack, fromNs, toNs) - (ran.get(track) ?? 0));
  }
  return blockedNs;
}

function sumOf({ weight }: StackWeights): number {
  return weight.reduce((sum, each) => sum + each, 0);
}

/**
 * The least value of a share of 1, so that a share is the same in all views: of times the stretch on show, or all
 * without the start-up of a program, which several threads together can exceed; of bytes 0, as all that were allocated are the whole.
 */
export function leastWhole(
  profile: Profile,
  unit: StackUnit,
  window: TimeWindow | null = null
): number {
  if (unit === 'bytes') return 0;
  return window ? window.toNs - window.fromNs : programPart(profile).meta.durationNs;
}
