import type { SliceTable } from '../../model/profile/profile';
import { IntervalUnion, type Intervals } from './intervals';

/** What {@link innermostTimes} looks at. */
export interface InnermostOptions {
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
