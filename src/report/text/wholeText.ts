import { programPart, startUpNs } from '../../analysis/stacks/programPart';
import { testRun } from '../../analysis/slices/testRun';
import { plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';

/** The whole that times of threads are shares of: the wall time, or the time of all threads where that is more. */
export function wholeText(profile: Profile, wholeNs: number): string {
  const { meta, samples } = programPart(profile);
  if (wholeNs <= meta.durationNs) {
    if (startUpNs(profile) > 0 && testRun(profile) !== null) return 'all of the time of tests';
    return startUpNs(profile) > 0 ? 'all of the wall time after start-up' : 'all of the wall time';
  }
  const threads = new Set(samples.track).size;
  return threads > 1 ? `all time of ${plural(threads, 'thread')}` : 'all time of the thread';
}
