import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { CounterSeries } from '../../model/profile/profile';
import type { GpuDevice } from '../../native/gpuAddon';
import type {
  GpuSampleBatch,
  GpuSampler,
  GpuSamplingAddon,
  SampleColumns
} from '../../native/gpuSampling';
import { type Clock, monotonicClock } from '../../base/clock';
import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import type { CounterHead } from '../../record/logs/counterSeriesLog';
import type { Pauses } from '../../record/logs/pauses';
import { SourceFaults } from '../source';
import type { DeviceTracks } from './records/deviceTracks';
import type { GpuRecording } from './records/gpuRecording';
import { KeptRows } from './keptRows';
import { type MetricColumn, columnsOf } from './metricColumns';
import { COUNTER_HEADS, LINK_HEADS, metricHead } from './nvmlColumns';
import { metricProblems, nvmlProblems, sampledProblems } from './samplingProblems';
import { windowedSeries } from './windowedSeries';

/** Time between two looks at counters: drivers renew most of them five times a second or less. */
const COUNTER_INTERVAL_MS = 50;

/** Time between two looks at the link, of which the GPU takes 40 ms for each. */
const LINK_INTERVAL_MS = 100;

/** Time between two samples of metrics, microseconds. */
const METRIC_INTERVAL_US = 1000;

/** Samples are taken from the sampler that often, long before it is full. */
const DRAIN_INTERVAL_MS = 1000;

/** The dependencies of a {@link GpuSamplingSource}. */
export interface GpuSamplingSourceOptions {
  readonly addon: GpuSamplingAddon;
  readonly gpus: readonly GpuDevice[];
  readonly recording: SampledQuantities;
  /** When recording was held: samples of that time are left out. */
  readonly pauses: Pick<Pauses, 'since'>;
  /** Shared with the source of GPU activities. */
  readonly tracks: DeviceTracks;
  readonly clock?: Clock;
}

export type SampledQuantities = Pick<GpuRecording, 'counters' | 'pcie' | 'metrics'>;

/** True if a recording samples anything. */
export function isSampled({ counters, pcie, metrics }: SampledQuantities): boolean {
  return counters || pcie || metrics.length > 0;
}

/** The three kinds of samples. */
type Subject = 'counters' | 'link' | 'metrics';

interface GpuRows {
  readonly subject: Subject;
  readonly device: number;
  readonly rows: KeptRows;
}

/**
 * Samples GPUs, from native threads: NVML's counters, the traffic on the link to the host, and hardware
 * metrics. Each quantity is a counter on the track of its GPU; quantities that a GPU does not provide
 * are left out and reported. Contributes after the source of GPU activities: ending metrics may end
 * CUPTI.
 */
export class GpuSamplingSource implements Source {
  readonly #faults = new SourceFaults('gpuCounters', 'Later samples of GPUs are missing.');
  readonly #clock: Clock;
  readonly #columns: readonly MetricColumn[];
  readonly #kept: GpuRows[] = [];
  #sampler: GpuSampler | null = null;
  #timer: NodeJS.Timeout | null = null;
  #last: GpuSampleBatch | null = null;
  #costNs = 0;

  constructor(private readonly options: GpuSamplingSourceOptions) {
    this.#clock = options.clock ?? monotonicClock;
    this.#columns = columnsOf(options.recording.metrics);
  }

  start(): void {
    const { addon, gpus, recording } = this.options;
    const metrics =
      this.#columns.length === 0
        ? null
        : { intervalUs: METRIC_INTERVAL_US, columns: this.#columns.map(each => each.metrics) };
    this.#faults.guard(() => {
      this.#sampler = addon.start({
        gpus,
        counterIntervalMs: recording.counters ? COUNTER_INTERVAL_MS : 0,
        linkIntervalMs: recording.pcie ? LINK_INTERVAL_MS : 0,
        metrics
      });
    }, undefined);
    this.#timer = setInterval(() => intrinsics.own(() => this.#drain()), DRAIN_INTERVAL_MS).unref();
  }

  endWindow(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#faults.guard(() => this.#sampler?.stop(), undefined);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(context: ContributionContext): Contribution {
    return this.contributeSoFar(context);
  }

  contributeSoFar(context: ContributionContext): Contribution {
    this.#drain();
    const counters = this.#kept.flatMap(rows => this.#series(rows, context));
    const records = counters.reduce((sum, { time }) => sum + time.length, 0);
    return { report: this.#report(records), counters, overheadNs: this.#costNs };
  }

  #drain(): void {
    const sampler = this.#sampler;
    if (!sampler) return;
    const before = this.#clock();
    this.#faults.guard(() => this.#keep(sampler.drain()), undefined);
    this.#costNs += Number(this.#clock() - before);
  }

  #keep(batch: GpuSampleBatch): void {
    this.#last = batch;
    for (const subject of ['counters', 'link', 'metrics'] as const) {
      for (const columns of batch[subject]) this.#rowsOf(subject, columns).add(columns);
    }
  }

  #rowsOf(subject: Subject, { device }: SampleColumns): KeptRows {
    const known = this.#kept.find(each => each.subject === subject && each.device === device);
    if (known) return known.rows;
    const rows = new KeptRows();
    this.#kept.push({ subject, device, rows });
    return rows;
  }

  #series({ subject, device, rows }: GpuRows, context: ContributionContext): CounterSeries[] {
    const gpu = this.options.gpus.find(each => each.device === device);
    if (!gpu || !this.#last) return [];
    const { originNs } = this.#last;
    const { endNs } = context;
    const pauses = this.options.pauses.since(context.originNs);
    const window = { originNs: context.originNs, endNs, pauses };
    return this.#headsOf(subject, device).flatMap((head, place) => {
      const column = rows.column(place);
      if (column.time.length === 0) return [];
      const track = this.options.tracks.trackOf(context, gpu);
      const series = windowedSeries(column, { head, track, originNs }, window);
      return series ? [series] : [];
    });
  }

  #headsOf(subject: Subject, device: number): readonly CounterHead[] {
    if (subject === 'counters') return COUNTER_HEADS;
    if (subject === 'link') return LINK_HEADS;
    const sampled = this.#sampler?.metrics.find(each => each.device === device)?.sampled ?? [];
    return sampled.map(({ column }) => metricHead(this.#columns[column]));
  }

  #report(records: number): Contribution['report'] {
    const report = this.#faults.report(records);
    const problems = this.#problems();
    if (report.status !== 'ok' || problems.length === 0) return report;
    const message = `${problems.join('; ')}.`;
    const sentence = message[0].toUpperCase() + message.slice(1);
    return { ...report, status: records > 0 ? 'partial' : 'unavailable', message: sentence };
  }

  #problems(): string[] {
    const dropped = this.#kept.reduce((sum, { rows }) => sum + rows.dropped, 0);
    return [
      ...nvmlProblems(this.#last?.failures ?? []),
      ...(this.#sampler?.metrics ?? []).flatMap(gpu => metricProblems(gpu, this.#columns)),
      ...(this.#last?.metrics ?? []).flatMap(sampledProblems),
      ...(dropped > 0 ? [`${dropped} rows of samples did not fit`] : [])
    ];
  }
}
