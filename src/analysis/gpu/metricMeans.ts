import { partitionPoint } from '../../base/partitionPoint';
import { GPU_METRIC_CATEGORY } from '../../model/profile/categories';
import type { CounterSeries, CounterUnit, Profile } from '../../model/profile/profile';
import { deviceNumber } from './deviceNumber';

/** A metric of the hardware, sampled on some GPUs. */
export interface MetricMeans {
  readonly name: string;
  readonly unit: CounterUnit;
  /**
   * The mean over a stretch of time on a device; NaN if it was not sampled. A stretch shorter than the
   * time between two samples has the value of its sample.
   */
  meanOf(device: number, startNs: number, durationNs: number): number;
}

/** The metrics of the hardware that a profile has, in the order in which they were sampled. */
export function metricMeans(profile: Pick<Profile, 'counters' | 'tracks'>): MetricMeans[] {
  const byName = new Map<string, Map<number, SteppedMean>>();
  const units = new Map<string, CounterUnit>();
  for (const series of profile.counters) {
    if (series.category !== GPU_METRIC_CATEGORY || series.time.length === 0) continue;
    const devices = byName.get(series.name) ?? new Map<number, SteppedMean>();
    byName.set(series.name, devices);
    units.set(series.name, series.unit);
    devices.set(deviceNumber(profile.tracks, series.track), new SteppedMean(series));
  }
  return [...byName].map(([name, devices]) => ({
    name,
    unit: units.get(name) ?? 'count',
    meanOf: (device, startNs, durationNs) => devices.get(device)?.over(startNs, durationNs) ?? NaN
  }));
}

/** Means of a series whose values each hold until the next; the last one as long as the one before. */
class SteppedMean {
  readonly #time: Float64Array;
  readonly #value: Float64Array;
  /** Up to each time, values by nanoseconds. */
  readonly #sums: Float64Array;
  readonly #end: number;

  constructor({ time, value }: Pick<CounterSeries, 'time' | 'value'>) {
    this.#time = time;
    this.#value = value;
    this.#sums = new Float64Array(time.length);
    for (let row = 1; row < time.length; row++) {
      this.#sums[row] = this.#sums[row - 1] + value[row - 1] * (time[row] - time[row - 1]);
    }
    const last = time.length - 1;
    this.#end = time[last] + (last > 0 ? time[last] - time[last - 1] : 0);
  }

  over(startNs: number, durationNs: number): number {
    const from = Math.max(startNs, this.#time[0]);
    const to = Math.min(startNs + durationNs, this.#end);
    if (to < from) return NaN;
    const row = this.#rowAt(from);
    if (row === this.#rowAt(to)) return this.#value[row];
    return (this.#sumAt(to) - this.#sumAt(from)) / (to - from);
  }

  #sumAt(time: number): number {
    const row = this.#rowAt(time);
    return this.#sums[row] + this.#value[row] * (time - this.#time[row]);
  }

  /** The last row that is not after `time`. */
  #rowAt(time: number): number {
    return Math.max(0, partitionPoint(0, this.#time.length, row => this.#time[row] <= time) - 1);
  }
}
