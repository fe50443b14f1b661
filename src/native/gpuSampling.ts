import type { GpuFailure } from './gpuFailure';

/** The counters that NVML samples for a GPU, in the order of the columns. */
export const NVML_COUNTERS = [
  /** Percent of the last second or less in which a kernel ran. */
  'gpuUtilisation',
  /** Percent of that time in which device memory was read or written. */
  'memoryUtilisation',
  /** Bytes, of all processes. */
  'memoryUsed',
  /** Watts. */
  'power',
  /** Degrees Celsius. */
  'temperature',
  /** Hertz. */
  'smClock',
  /** Hertz. */
  'memoryClock'
] as const;

/** NVML's counters of the link to the host, in the order of the columns: bytes per second. */
export const NVML_LINK = [
  /** From the GPU to the host. */
  'pcieSent',
  /** From the host to the GPU. */
  'pcieReceived'
] as const;

/** A quantity that NVML samples. */
export type NvmlQuantity = (typeof NVML_COUNTERS)[number] | (typeof NVML_LINK)[number];

/** A GPU by its number in CUDA, and what NVML finds it by. */
export interface SampledGpu {
  readonly device: number;
  readonly pciBusId: string;
  readonly uuid: string;
}

/** Metrics that the hardware counts. */
export interface MetricSampling {
  /** Time between two samples; between 50 µs and 1 s, whatever is asked. */
  readonly intervalUs: number;
  /**
   * For each column the names that CUPTI has for it, the best one first: chips differ. All columns that
   * are sampled must fit into one pass of the hardware; earlier columns come first.
   */
  readonly columns: readonly (readonly string[])[];
}

/** The counters and metrics to sample. */
export interface GpuSamplingOptions {
  readonly gpus: readonly SampledGpu[];
  /** Time between two looks at {@link NVML_COUNTERS}, milliseconds; 0 for none. */
  readonly counterIntervalMs: number;
  /** Time between two looks at {@link NVML_LINK}, each of which takes 40 ms and more; 0 for none. */
  readonly linkIntervalMs: number;
  readonly metrics: MetricSampling | null;
}

/** A column of metrics that a GPU does not deliver. */
export interface RefusedMetric {
  /** Its place in {@link MetricSampling.columns}. */
  readonly column: number;
  /** CUPTI's error; null if the column would work alone, but not with those before it. */
  readonly failure: GpuFailure | null;
}

/** The state of the metrics of one GPU. */
export interface MetricsOfGpu {
  readonly device: number;
  /** CUPTI's name of the chip, such as `GH100`; empty if it gave none. */
  readonly chip: string;
  /** Why none is sampled; null where some are. */
  readonly failure: GpuFailure | null;
  /** The columns that are sampled, by their places, each with the name that CUPTI takes. */
  readonly sampled: readonly { readonly column: number; readonly metric: string }[];
  readonly refused: readonly RefusedMetric[];
}

/**
 * How times of metrics were converted to CLOCK_MONOTONIC: CUPTI used it, they were converted by CUPTI's
 * clock or by the calendar clock, or by the moments at which sampling began and samples arrived.
 */
export type MetricClock = 'monotonic' | 'cupti' | 'realtime' | 'arrival';

/** Rows of samples of one GPU, in order of time. */
export interface SampleColumns {
  readonly device: number;
  /** Nanoseconds of CLOCK_MONOTONIC from {@link GpuSampleBatch.originNs}. */
  readonly time: Float64Array;
  /** Of metrics: the mean over the time until the next row. NaN where one reading failed. */
  readonly values: readonly Float64Array[];
  /** Rows so far for which there was no room. */
  readonly dropped: number;
}

/** Metrics of one GPU; columns as {@link MetricsOfGpu.sampled}. */
export interface MetricColumns extends SampleColumns {
  /** End of each row, as `time`. */
  readonly end: Float64Array;
  /** Null before the first row. */
  readonly clock: MetricClock | null;
  /** How often the hardware has lost samples so far for lack of room. */
  readonly overflows: number;
  /** The error that ended the sampling early; null if there was none. */
  readonly failure: GpuFailure | null;
}

/** A quantity of NVML that could not be read. */
export interface NvmlFailure {
  readonly device: number;
  /** Null if NVML did not find the GPU itself, or did not start. */
  readonly quantity: NvmlQuantity | null;
  readonly failure: GpuFailure;
  /** True if it was given up. */
  readonly isFinal: boolean;
}

/** The samples since the last batch. */
export interface GpuSampleBatch {
  /** CLOCK_MONOTONIC at the start, nanoseconds. */
  readonly originNs: bigint;
  /** Columns as {@link NVML_COUNTERS}. */
  readonly counters: readonly SampleColumns[];
  /** Columns as {@link NVML_LINK}. */
  readonly link: readonly SampleColumns[];
  readonly metrics: readonly MetricColumns[];
  /** All so far, each quantity at most once for every code. */
  readonly failures: readonly NvmlFailure[];
}

/** Samples of one recording. Given up by the garbage collector or the end of the thread, it stops. */
export interface GpuSampler {
  /** One entry for each GPU, if metrics were requested. */
  readonly metrics: readonly MetricsOfGpu[];
  /** Takes the samples since the last call. After `stop` it waits for the last metrics. */
  drain(): GpuSampleBatch;
  /**
   * Ends the sampling; existing samples can still be drained. Returns immediately, safe to call twice.
   */
  stop(): void;
}

/**
 * Samples GPUs from its own threads, while JavaScript runs or is blocked. Every recording of a process
 * has its own sampler; metrics of a GPU are those that its first recording requested, and later ones
 * share them.
 */
export interface GpuSamplingAddon {
  /**
   * Begins immediately. The sampler reports anything that cannot be sampled.
   *
   * @throws Error with the code `SAMPLING_FAILED` if the system has no thread to spare.
   */
  start(options: GpuSamplingOptions): GpuSampler;
}
