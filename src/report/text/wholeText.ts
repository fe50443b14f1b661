import { plural } from '../../base/text';
import type { Profile } from '../../model/profile/profile';

/** The whole that times of threads are shares of: the wall time, or the time of all threads where that is more. */
export function wholeText({ meta, samples }: Profile, wholeNs: number): string {
  if (wholeNs <= meta.durationNs) return 'all of the wall time';
  const threads = new Set(samples.track).size;
  return threads > 1 ? `all time of ${plural(threads, 'thread')}` : 'all time of the thread';
}
