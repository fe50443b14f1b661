import type { Profile } from '../../model/profile/profile';
import { enclosingOf } from '../slices/nesting';
import type { TimeWindow } from '../slices/window';
import { gpuOrigins } from './gpuOrigins';
import { gpuWork } from './gpuWork';

/**
 * For each label the GPU time of the work started in its slices or in slices within them, in
 * nanoseconds; in a window, only the part of the work within it. Work counts once for a label, however
 * many of its slices enclose its start. Null if no slice started any work.
 */
export function labelGpuTimes(profile: Profile, window?: TimeWindow): Float64Array | null {
  const { slices } = profile;
  const { rows } = gpuWork(profile);
  if (rows.length === 0) return null;
  const originOf = gpuOrigins(profile);
  if (!rows.some(row => originOf[row] >= 0)) return null;
  const times = new LabelTimes(profile);
  for (const row of rows) {
    const from = Math.max(slices.start[row], window?.fromNs ?? -Infinity);
    const to = Math.min(slices.start[row] + slices.duration[row], window?.toNs ?? Infinity);
    times.add(originOf[row], Math.max(0, to - from));
  }
  return times.sums;
}

/** Sums by label, to which each piece of work is added once. */
class LabelTimes {
  readonly sums: Float64Array;
  readonly #enclosing: Int32Array;
  /** The latest piece of work that was added to each label, and that came by each slice. */
  readonly #addedTo: Int32Array;
  readonly #cameBy: Int32Array;
  readonly #causes: number[] = [];
  #work = -1;

  constructor(private readonly profile: Profile) {
    const { slices, labels } = profile;
    this.#enclosing = enclosingOf(profile);
    this.sums = new Float64Array(labels.length);
    this.#addedTo = new Int32Array(labels.length).fill(-1);
    this.#cameBy = new Int32Array(slices.length).fill(-1);
  }

  /** Adds work that `origin` started to it and all that it is a part of. */
  add(origin: number, ns: number): void {
    this.#work++;
    this.#causes.push(origin);
    for (let next = this.#causes.pop(); next !== undefined; next = this.#causes.pop()) {
      this.#addAround(next, ns);
    }
  }

  // hot
  /** Adds to a slice and those around it on its track; their causes are left for later. */
  #addAround(slice: number, ns: number): void {
    const { label, parent } = this.profile.slices;
    for (let at = slice; at >= 0 && this.#cameBy[at] !== this.#work; at = this.#enclosing[at]) {
      this.#cameBy[at] = this.#work;
      if (this.#addedTo[label[at]] !== this.#work) this.sums[label[at]] += ns;
      this.#addedTo[label[at]] = this.#work;
      if (parent[at] >= 0 && parent[at] !== this.#enclosing[at]) this.#causes.push(parent[at]);
    }
  }
}
