import { oncePer } from '../../base/oncePer';
import type { Profile, SliceTable } from '../../model/profile/profile';
import { lengthOf, unionOf, IntervalUnion, type Intervals } from './intervals';
import { type LabelTotals, labelTotals, withDropped } from './labelTotals';
import { enclosingOf } from './nesting';
import { runningTimes } from './runningTimes';
import { threadsOfTracks } from './recordedThreads';
import { selfTimes } from './selfTimes';

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
interface OverlappingSlices extends Omit<LabelTimes, 'once'> {
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

/** The options of {@link innermostTimes}. */
interface InnermostOptions {
  readonly slices: SliceTable;
  readonly trackCount: number;
  /** 1 for each label that is asked for. */
  readonly isWanted: Uint8Array;
  /** 1 for each track that counts. */
  readonly isCounted: Uint8Array;
}

/** The time of one label, by track. */
export type TimesByTrack = ReadonlyMap<number, Intervals>;

/**
 * When slices of the wanted labels were the innermost ones of their track, by label and track: self times
 * as stretches of time rather than as sums. Slices of a track nest.
 */
export function innermostTimes(options: InnermostOptions): ReadonlyMap<number, TimesByTrack> {
  const { slices, trackCount, isWanted, isCounted } = options;
  const found = new Map<number, Map<number, IntervalUnion>>();
  const open = Array.from({ length: trackCount }, () => new OpenSlices());
  const add = (track: number, label: number, fromNs: number, toNs: number): void => {
    if (isWanted[label] === 0 || !(toNs > fromNs)) return;
    const ofLabel = found.get(label) ?? new Map<number, IntervalUnion>();
    found.set(label, ofLabel);
    const union = ofLabel.get(track) ?? new IntervalUnion();
    ofLabel.set(track, union);
    union.add(fromNs, toNs);
  };
  for (let row = 0; row < slices.length; row++) {
    const track = slices.track[row];
    if (isCounted[track] === 0) continue;
    const start = slices.start[row];
    open[track].until(start, (label, fromNs, toNs) => add(track, label, fromNs, toNs));
    open[track].push(slices.label[row], start + slices.duration[row]);
  }
  open.forEach((slicesOfTrack, track) => {
    slicesOfTrack.until(Infinity, (label, fromNs, toNs) => add(track, label, fromNs, toNs));
  });
  return new Map(
    [...found].map(([label, ofLabel]) => [
      label,
      new Map([...ofLabel].map(([track, union]) => [track, union.toIntervals()]))
    ])
  );
}

/** The slices of one track that have begun and not yet ended, outermost first. */
class OpenSlices {
  readonly #labels: number[] = [];
  readonly #ends: number[] = [];
  #reachedNs = 0;

  /** Begins a slice, at the time of the last {@link until}. */
  push(label: number, endNs: number): void {
    this.#labels.push(label);
    this.#ends.push(endNs);
  }

  /** Goes on to `ns`, and tells of each slice when it was the innermost one on the way. */
  until(ns: number, tell: (label: number, fromNs: number, toNs: number) => void): void {
    for (;;) {
      const top = this.#labels.length - 1;
      if (top < 0) break;
      const endNs = Math.min(this.#ends[top], ns);
      tell(this.#labels[top], this.#reachedNs, endNs);
      this.#reachedNs = Math.max(this.#reachedNs, endNs);
      if (this.#ends[top] > ns) break;
      this.#labels.pop();
      this.#ends.pop();
    }
    if (ns < Infinity) this.#reachedNs = ns;
  }
}

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
    if (!(missingNs > SUM_ERROR_NS)) continue;
    const inRest = Math.min(1, missingNs / Math.max(SUM_ERROR_NS, rests[label]));
    droppedNs[row] = inRest * restNs[row];
    const elsewhereNs = isKept[label] === 1 ? missingNs - inRest * rests[label] : 0;
    const roomNs = selves[label] - rests[label];
    if (elsewhereNs > SUM_ERROR_NS && roomNs > 0) {
      droppedNs[row] += (elsewhereNs * (Math.max(0, selfNs[row]) - restNs[row])) / roomNs;
    }
  }
  return droppedNs;
}

/** Times that are nothing but rounding errors of sums. */
const SUM_ERROR_NS = 1e-3;

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
