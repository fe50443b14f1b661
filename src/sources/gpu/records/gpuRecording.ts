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

/** What is recorded of GPUs. */
export interface GpuRecording {
  /** Whether a profile says so where there is no GPU; false leaves GPUs out there without a word. */
  readonly isRequired: boolean;
  /**
   * MindSpore's levels: 0 takes kernels, 1 copies, fills, the runtime API and NVTX as well, 2 the
   * driver API and what the recording costs.
   */
  readonly level: 0 | 1 | 2;
  /** Whether calls and what they make the GPU do have the number of their operator, `External id`. */
  readonly operatorIds: boolean;
  /** Record waits for the GPU, at any level. */
  readonly waits: boolean;
  /** Record the memory that is asked for and given back, at any level. */
  readonly memory: boolean;
  /** Whether graphs are recorded by their nodes, or each launch as one. */
  readonly graphs: 'nodes' | 'whole';
  /** Sample utilisation, memory, power and clocks. */
  readonly counters: boolean;
  /** Sample what the link to the host carries. */
  readonly pcie: boolean;
  /** Sample metrics of the hardware. */
  readonly metrics: readonly GpuMetricGroup[];
}

/** Everything but what takes a choice, where there is a GPU. */
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
