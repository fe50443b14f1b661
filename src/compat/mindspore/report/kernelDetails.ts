import { gpuWork, deviceNumber } from '../../../analysis/gpu/gpuWork';
import type { ProfileStep } from '../../../analysis/statistics/profileSteps';
import { BLOCK_ARG, GRID_ARG } from '../../../model/profile/argKeys';
import { GPU_COMPUTE_CATEGORIES, GPU_METRIC_CATEGORY } from '../../../model/profile/categories';
import type { CounterUnit, Profile, Track, CounterSeries } from '../../../model/profile/profile';
import { csvText } from '../../../tables/csvText';
import { SliceArgs } from './sliceArgs';
import { StepCursor, TextBytes } from './textBytes';
import { WallClock } from './wallClock';
import { partitionPoint } from '../../../base/partitionPoint';

/** The suffix of a metric's name, and the size of its displayed unit. */
const SHOWN: Partial<Record<CounterUnit, { readonly suffix: string; readonly scale: number }>> = {
  percent: { suffix: '(%)', scale: 1 },
  bytesPerSecond: { suffix: '(GB/s)', scale: 1e-9 }
};

const AS_IT_IS = { suffix: '', scale: 1 };
const DECIMALS = 3;

/** Columns with the means of metrics of the hardware; none where they were not sampled. */
class MetricFields {
  readonly #metrics: readonly MetricMeans[];
  readonly #scales: readonly number[];
  /** The text after the other headings: empty, or from a comma on. */
  readonly headings: string;

  constructor(profile: Profile) {
    this.#metrics = metricMeans(profile);
    const shown = this.#metrics.map(({ unit }) => SHOWN[unit] ?? AS_IT_IS);
    this.#scales = shown.map(({ scale }) => scale);
    this.headings = this.#metrics
      .map(({ name }, column) => `,${csvText(`${name}${shown[column].suffix}`)}`)
      .join('');
  }

  /** The fields of work of a device; empty ones where nothing was sampled. */
  fields(device: number, startNs: number, durationNs: number): string {
    let text = '';
    for (let column = 0; column < this.#metrics.length; column++) {
      const mean = this.#metrics[column].meanOf(device, startNs, durationNs);
      text += Number.isNaN(mean) ? ',' : `,${(mean * this.#scales[column]).toFixed(DECIMALS)}`;
    }
    return text;
  }
}

const COLUMNS =
  'Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),' +
  'Block Dim,Grid Dim,Stream Id';

/** The parts of a GPU that run kernels, and that copy and fill. */
const [CORES, COPY_ENGINE] = ['SM', 'DMA'];

/**
 * `kernel_details.csv`: one line per kernel, copy, fill and graph of a GPU, in order of start; only the
 * heading if there was none. The start is microseconds since the Unix epoch; the wait is the time for
 * which its stream was idle before. Sampled hardware metrics follow, each as its mean over the line's
 * time.
 */
export function kernelDetailsCsv(profile: Profile, steps: readonly ProfileStep[]): Uint8Array {
  const { slices, tracks, labels, strings, meta } = profile;
  const clock = new WallClock(meta.startedAtMs);
  const step = new StepCursor(steps);
  const args = new SliceArgs(profile);
  const devices = tracks.map((_, track) => deviceNumber(tracks, track));
  const waits = new StreamWaits(tracks.length);
  const streams = streamsOf(tracks);
  const metrics = new MetricFields(profile);
  const output = new TextBytes();
  output.raw(`${COLUMNS}${metrics.headings}\n`);
  for (const row of gpuWork(profile).rows) {
    const track = slices.track[row];
    const [start, durationNs] = [slices.start[row], slices.duration[row]];
    const category = strings[labels.category[slices.label[row]]];
    const name = csvText(strings[labels.name[slices.label[row]]]);
    const unit = GPU_COMPUTE_CATEGORIES.includes(category) ? CORES : COPY_ENGINE;
    output.put(step.fieldAt(start));
    output.raw(`${devices[track]},${name},${category},${unit},`);
    clock.putUs(output, start);
    for (const ns of [durationNs, waits.before(streams[track], start, durationNs)]) {
      output.raw(',');
      output.us(ns);
    }
    const [block, grid] = [args.text(row, BLOCK_ARG), args.text(row, GRID_ARG)];
    output.raw(`,${csvText(block)},${csvText(grid)},${tracks[track].tid}`);
    output.raw(`${metrics.fields(devices[track], start, durationNs)}\n`);
  }
  return output.written();
}

/** For each track the first of its stream, which has several where its work overlaps. */
function streamsOf(tracks: readonly Track[]): readonly number[] {
  const firsts = new Map<string, number>();
  return tracks.map(({ parent, tid }, track) => {
    const key = `${parent} ${tid}`;
    const first = firsts.get(key) ?? track;
    firsts.set(key, first);
    return first;
  });
}

/** The idle times of streams. */
class StreamWaits {
  readonly #busyUntil: Float64Array;

  constructor(tracks: number) {
    this.#busyUntil = new Float64Array(tracks).fill(NaN);
  }

  /** The time before work that begins at `start`, nanoseconds; 0 for the first of a stream. */
  before(track: number, start: number, durationNs: number): number {
    const until = this.#busyUntil[track];
    const end = start + durationNs;
    this.#busyUntil[track] = until > end ? until : end;
    return start > until ? start - until : 0;
  }
}

/** A metric of the hardware, sampled on some GPUs. */
interface MetricMeans {
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
