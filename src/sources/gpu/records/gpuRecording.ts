/** Groups of metrics that the hardware of a GPU counts; named after MindSpore's `GpuMetrics`. */
export type GpuMetricGroup =
  | 'ArithmeticUtilization'
  | 'PipeUtilization'
  | 'Memory'
  | 'MemoryL0'
  | 'ResourceConflictRatio'
  | 'MemoryUB'
  | 'L2Cache'
  | 'HbmDdr';

/** The options of recording GPUs. */
export interface GpuRecording {
  /** Whether a profile reports a missing GPU; false leaves GPUs out silently. */
  readonly isRequired: boolean;
  /**
   * MindSpore's levels: 0 records kernels, 1 also copies, fills, the runtime API and NVTX, 2 also the
   * driver API and the cost of recording.
   */
  readonly level: 0 | 1 | 2;
  /** Whether calls and their GPU work have the number of their operator, `External id`. */
  readonly operatorIds: boolean;
  /** Record waits for the GPU, at any level. */
  readonly waits: boolean;
  /** Record allocations and releases of memory, at any level. */
  readonly memory: boolean;
  /** Whether graphs are recorded by their nodes, or each launch as one. */
  readonly graphs: 'nodes' | 'whole';
  /** Sample utilisation, memory, power and clocks. */
  readonly counters: boolean;
  /** Sample the traffic on the link to the host. */
  readonly pcie: boolean;
  /** Sample metrics of the hardware. */
  readonly metrics: readonly GpuMetricGroup[];
}

/** Everything except optional data, if there is a GPU. */
export const GPU_WHERE_FOUND: GpuRecording = {
  isRequired: false,
  level: 2,
  operatorIds: true,
  waits: true,
  memory: true,
  graphs: 'nodes',
  counters: true,
  pcie: false,
  metrics: []
};
