import { FrameKind, type Profile } from '../../model/profile/profile';
import { effectiveSamples } from '../slices/shareInterval';
import { NO_FRAME, outerRows } from '../stacks/ownFrames';

/** The uses that a thread makes of its time. */
export const Use = { user: 0, library: 1, native: 2, gc: 3, waiting: 4 } as const;

/** The samples of the profiled thread, by what it did. */
export interface SampleUses {
  /** Rows of `Profile.samples`. */
  readonly rows: Uint32Array;
  /** One of {@link Use} for each of `rows`. */
  readonly use: Uint8Array;
  /** Row of the innermost function of the user's own code for each of `rows`, as `outerRows` has it, or {@link NO_FRAME}. */
  readonly own: Int32Array;
  /** The time of all of `rows`, nanoseconds. */
  readonly wholeNs: number;
  /** So many samples of equal weight tell as much of shares, see `effectiveSamples`. */
  readonly effective: number;
}

/** How the profiled thread spent its time, by the samples on its `threads`, in order of time. */
export function sampleUses(profile: Profile, threads: readonly number[]): SampleUses {
  const { samples } = profile;
  const isProfiled = Uint8Array.from(profile.tracks, (_, track) => Number(threads.includes(track)));
  const useOfStack = usesOfStacks(profile);
  const outer = outerRows(profile);
  const rows = new Uint32Array(samples.length);
  const use = new Uint8Array(samples.length);
  const own = new Int32Array(samples.length);
  let count = 0;
  let wholeNs = 0;
  for (let row = 0; row < samples.length; row++) {
    if (isProfiled[samples.track[row]] === 0) continue;
    const stack = samples.stack[row];
    rows[count] = row;
    use[count] = stack < 0 ? Use.waiting : useOfStack[stack];
    own[count] = stack < 0 || outer[stack] < 0 ? NO_FRAME : profile.stacks.frame[outer[stack]];
    wholeNs += samples.weight[row];
    count++;
  }
  const found = rows.subarray(0, count);
  return {
    rows: found,
    use: use.subarray(0, count),
    own: own.subarray(0, count),
    wholeNs,
    effective: effectiveSamples(samples, found)
  };
}

/** One of {@link Use} for each stack, by its innermost function. */
function usesOfStacks({ stacks, frames }: Profile): Uint8Array {
  return Uint8Array.from(stacks.frame, frame => USE_OF_KIND[frames.kind[frame]] ?? Use.native);
}

const USE_OF_KIND: Readonly<Record<number, number>> = {
  [FrameKind.user]: Use.user,
  [FrameKind.library]: Use.library,
  [FrameKind.gc]: Use.gc
};

/** Time by innermost function of the user's own code, of the samples that count. */
export function ownTimes(
  profile: Profile,
  { rows, use, own }: SampleUses,
  counts: (use: number, row: number) => boolean
): Map<number, number> {
  const times = new Map<number, number>();
  for (let at = 0; at < rows.length; at++) {
    if (own[at] === NO_FRAME || !counts(use[at], rows[at])) continue;
    times.set(own[at], (times.get(own[at]) ?? 0) + profile.samples.weight[rows[at]]);
  }
  return times;
}

/** The key with the greatest value, and that value; null for none. */
export function greatest<K>(times: ReadonlyMap<K, number>): { key: K; value: number } | null {
  let best: { key: K; value: number } | null = null;
  for (const [key, value] of times) if (best === null || value > best.value) best = { key, value };
  return best;
}

/** The key with more than half of the sum of all values; null for none. */
export function mostOf<K>(times: ReadonlyMap<K, number>): K | null {
  const sum = [...times.values()].reduce((all, value) => all + value, 0);
  const best = greatest(times);
  return best !== null && best.value > sum / 2 ? best.key : null;
}
