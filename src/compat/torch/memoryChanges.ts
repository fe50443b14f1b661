import { partitionPoint } from '../../base/partitionPoint';
import type { Profile } from '../../model/profile/profile';
import { devicePlace } from '../../analysis/gpu/gpuWork';

/** Bytes added within a stretch of time, negative if more were freed than allocated. */
export interface MemoryChange {
  readonly cpuMemoryUsage: number;
  readonly deviceMemoryUsage: number;
}

/**
 * Changes of tensor memory within stretches of a profile, on any thread. Memory allocated before the
 * profile began does not count, either then or when it is freed.
 */
export class MemoryChanges {
  /** The times of allocations and releases, nanoseconds, in order. */
  readonly #time: Float64Array;
  /** Bytes held before each of these moments, and at the end, in host memory and on GPUs. */
  readonly #cpu: Float64Array;
  readonly #gpu: Float64Array;

  constructor(profile: Profile) {
    const moments = momentsOf(profile);
    this.#time = Float64Array.from(moments, ({ time }) => time);
    this.#cpu = heldBefore(moments, false);
    this.#gpu = heldBefore(moments, true);
  }

  /** True when nothing ever changed. */
  get isEmpty(): boolean {
    return this.#time.length === 0;
  }

  /** The change from `start` to `end`, nanoseconds, both included. */
  within(start: number, end: number): MemoryChange {
    const first = this.#countBefore(start);
    const last = this.#countBefore(end, true);
    return {
      cpuMemoryUsage: this.#cpu[last] - this.#cpu[first],
      deviceMemoryUsage: this.#gpu[last] - this.#gpu[first]
    };
  }

  /** The number of moments before `time`, or at it. */
  #countBefore(time: number, isIncluded = false): number {
    return partitionPoint(0, this.#time.length, at =>
      isIncluded ? this.#time[at] <= time : this.#time[at] < time
    );
  }
}

/** The moment of an allocation or a release. */
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
