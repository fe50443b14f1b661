/** How much a `Profiler` collects; each level includes the one before it. */
export const ProfilerLevel = Object.freeze({
  /** Operators, and the kernels of a GPU. */
  Level0: 'Level0',
  /** Also calls into libraries, garbage collections, copies and named stretches on a GPU. */
  Level1: 'Level1',
  /** Also CPU samples. */
  Level2: 'Level2'
});

/** One of the values of the object of the same name. */
export type ProfilerLevel = keyof typeof ProfilerLevel;

/** The devices whose work a `Profiler` collects. */
export const ProfilerActivity = Object.freeze({
  /** The work of the program on the CPU. */
  CPU: 'CPU',
  /** The work of NVIDIA's GPUs, where one is found. */
  GPU: 'GPU',
  /** MindSpore's own devices, which are not available here: a warning says so, and the rest is recorded. */
  NPU: 'NPU'
});

/** One of the values of the object of the same name. */
export type ProfilerActivity = keyof typeof ProfilerActivity;

/** The counters of a GPU's multiprocessors that a `Profiler` reads; all of them need a GPU. */
export const GpuMetrics = Object.freeze({
  /** No counters. */
  None: 'None',
  /** MindSpore's name of `None`. */
  AiCoreNone: 'None',
  /** Utilisation of the arithmetic units, by type of number. */
  ArithmeticUtilization: 'ArithmeticUtilization',
  /** Utilisation of each pipeline. */
  PipeUtilization: 'PipeUtilization',
  /** Bytes read and written by memory. */
  Memory: 'Memory',
  /** Registers and shared memory. */
  MemoryL0: 'MemoryL0',
  /** Conflicts of memory banks. */
  ResourceConflictRatio: 'ResourceConflictRatio',
  /** Bytes and hits of the first cache. */
  MemoryUB: 'MemoryUB',
  /** Hits and misses of the second cache. */
  L2Cache: 'L2Cache'
});

/** One of the values of the object of the same name. */
export type GpuMetrics = Exclude<keyof typeof GpuMetrics, 'AiCoreNone'>;

/** MindSpore's name of {@link GpuMetrics}. */
export const AicoreMetrics = GpuMetrics;

/** MindSpore's name of {@link GpuMetrics}. */
export type AicoreMetrics = GpuMetrics;
