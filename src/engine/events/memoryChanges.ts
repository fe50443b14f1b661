import type { Profile } from '../../model/profile/profile';
import { devicePlace } from './devicePlace';

/** Bytes that were added within a stretch of time, negative for more given back than asked for. */
export interface MemoryChange {
  readonly cpuMemoryUsage: number;
  readonly deviceMemoryUsage: number;
}

/**
 * How much the memory of tensors changed within stretches of a profile, whatever thread did it. What
 * was asked for before the profile began counts neither then nor when it is given back.
 */
export class MemoryChanges {
  /** When pieces were asked for or given back, nanoseconds, in order. */
  private readonly time: Float64Array;
  /** Bytes held before each of these moments, and at the end, in host memory and on GPUs. */
  private readonly cpu: Float64Array;
  private readonly gpu: Float64Array;

  constructor(profile: Profile) {
    const moments = momentsOf(profile);
    this.time = Float64Array.from(moments, ({ time }) => time);
    this.cpu = heldBefore(moments, false);
    this.gpu = heldBefore(moments, true);
  }

  /** True when nothing ever changed. */
  get isEmpty(): boolean {
    return this.time.length === 0;
  }

  /** What changed from `start` to `end`, nanoseconds, both included. */
  within(start: number, end: number): MemoryChange {
    const first = this.countBefore(start);
    const last = this.countBefore(end, true);
    return {
      cpuMemoryUsage: this.cpu[last] - this.cpu[first],
      deviceMemoryUsage: this.gpu[last] - this.gpu[first]
    };
  }

  /** How many moments are before `time`, or at it. */
  private countBefore(time: number, isIncluded = false): number {
    let [from, to] = [0, this.time.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const isBefore = isIncluded ? this.time[middle] <= time : this.time[middle] < time;
      if (isBefore) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** A piece was asked for, or given back. */
interface Moment {
  readonly time: number;
  readonly bytes: number;
  readonly isGpu: boolean;
}

function momentsOf({ allocations, strings }: Profile): Moment[] {
  const moments: Moment[] = [];
  for (let row = 0; row < allocations.length; row++) {
    const time = allocations.time[row];
    const bytes = allocations.bytes[row];
    const { isGpu } = devicePlace(strings[allocations.device[row]]);
    moments.push({ time, bytes, isGpu });
    if (allocations.isHeld[row] === 1) continue;
    moments.push({ time: time + allocations.lifetime[row], bytes: -bytes, isGpu });
  }
  return moments.sort((a, b) => a.time - b.time);
}

function heldBefore(moments: readonly Moment[], isGpu: boolean): Float64Array {
  const held = new Float64Array(moments.length + 1);
  moments.forEach((moment, at) => {
    held[at + 1] = held[at] + (moment.isGpu === isGpu ? moment.bytes : 0);
  });
  return held;
}
