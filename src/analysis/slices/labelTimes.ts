import { oncePer } from '../../base/oncePer';
import type { Profile, SliceTable } from '../../model/profile/profile';
import { innermostTimes } from './innermostTimes';
import { lengthOf, unionOf } from './intervals';
import { type LabelTotals, labelTotals, withDropped } from './labelTotals';
import { enclosingOf } from './nesting';
import { runningTimes } from './runningTimes';

/** Times by label of which a moment counts once, however many slices of the label have it. Nanoseconds. */
export interface OnceTimes {
  /** When any slice ran: on several threads at a time, or within another one of the label. */
  readonly total: Float64Array;
  /** When any was the innermost one of its track. */
  readonly self: Float64Array;
}

/** The times of the slices of a profile, by label. */
export interface LabelTimes {
  /** Of slices that were kept. */
  readonly kept: LabelTotals;
  /** Of kept and dropped ones. */
  readonly all: LabelTotals;
  /** Of both: slices that were not kept are taken to have run as many at a time as those that were. */
  readonly once: OnceTimes;
}

/** The times of all slices of a profile, which tables and findings have. */
export const labelTimes = oncePer((profile: Profile): LabelTimes => {
  const { slices, tracks, labels, droppedTotals } = profile;
  const enclosing = enclosingOf(profile);
  const running = runningTimes(profile);
  const kept = labelTotals({ slices, enclosing, labelCount: labels.length, tracks, running });
  const all = withDropped(kept, droppedTotals);
  const wallNs = profile.meta.durationNs;
  return { kept, all, once: onceTimes({ slices, trackCount: tracks.length, wallNs, kept, all }) };
});

/** The slices of which {@link onceTimes} has the times, and their sums. */
export interface OverlappingSlices extends Omit<LabelTimes, 'once'> {
  readonly slices: SliceTable;
  readonly trackCount: number;
  /** The stretch that they are of, nanoseconds. */
  readonly wallNs: number;
}

/** The times of slices of which each moment counts once: their sums where no two of a label ran at a time. */
export function onceTimes(overlapping: OverlappingSlices): OnceTimes {
  const { slices, trackCount, wallNs, kept, all } = overlapping;
  const overlapNs = overlapTimes(slices, kept.count.length);
  const isWanted = Uint8Array.from(overlapNs, ns => Number(ns >= ROUNDING_NS));
  if (!isWanted.includes(1) && all.total.every(ns => ns <= wallNs)) return all;
  const isCounted = new Uint8Array(trackCount).fill(1);
  const innermost = innermostTimes({ slices, trackCount, isWanted, isCounted });
  const [total, self] = [all.total.slice(), all.self.slice()];
  isWanted.forEach((wanted, label) => {
    if (wanted === 0) return;
    total[label] *= partOf(kept.total[label] - overlapNs[label], kept.total[label]);
    const stretches = [...(innermost.get(label)?.values() ?? [])].flatMap(times =>
      Array.from(
        { length: times.length / 2 },
        (_, at) => [times[2 * at], times[2 * at + 1]] as const
      )
    );
    const selfNs = lengthOf(unionOf(stretches.sort((a, b) => a[0] - b[0])));
    self[label] *= partOf(selfNs, kept.self[label]);
  });
  // slices that were not kept may all have run at a time
  const withinRun = (ns: number): number => Math.min(ns, wallNs);
  return { total: total.map(withinRun), self: self.map(withinRun) };
}

/** Slices that follow each other overlap by less, where their times are rounded. */
const ROUNDING_NS = 0.5;

function partOf(onceNs: number, sumNs: number): number {
  return sumNs > 0 ? Math.min(1, onceNs / sumNs) : 1;
}

// hot
/** For each label the time that its slices have more than once. */
function overlapTimes(
  { length, start, duration, label }: SliceTable,
  labels: number
): Float64Array {
  const overlapNs = new Float64Array(labels);
  const reachedNs = new Float64Array(labels).fill(-Infinity);
  for (let row = 0; row < length; row++) {
    const end = start[row] + duration[row];
    const reached = reachedNs[label[row]];
    if (reached > start[row]) overlapNs[label[row]] += Math.min(end, reached) - start[row];
    if (end > reached) reachedNs[label[row]] = end;
  }
  return overlapNs;
}
