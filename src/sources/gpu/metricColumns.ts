import type { CounterUnit } from '../../model/profile/profile';
import type { GpuMetricGroup } from './records/gpuRecording';

/** A quantity that the hardware of a GPU counts. */
export interface MetricColumn {
  /** Name of its counter on the track of the GPU. */
  readonly name: string;
  /** `percent` is a share of the hardware's maximum, or of all requests for hits. */
  readonly unit: Extract<CounterUnit, 'percent' | 'bytesPerSecond' | 'count'>;
  /** CUPTI's names for it, the best first: chips differ. */
  readonly metrics: readonly string[];
}

const OF_PEAK = 'avg.pct_of_peak_sustained_elapsed';
const PER_SECOND = 'sum.per_second';

function ofPeak(name: string, ...metrics: string[]): MetricColumn {
  return { name, unit: 'percent', metrics: metrics.map(metric => `${metric}.${OF_PEAK}`) };
}

function rate(name: string, metric: string): MetricColumn {
  return { name, unit: 'bytesPerSecond', metrics: [`${metric}.${PER_SECOND}`] };
}

function share(name: string, ...metrics: string[]): MetricColumn {
  return { name, unit: 'percent', metrics: metrics.map(metric => `${metric}.pct`) };
}

const TENSOR = ofPeak(
  'tensor pipe',
  'TPC.TriageCompute.sm__pipe_tensor_cycles_active_realtime',
  'sm__pipe_tensor_cycles_active_realtime'
);
const FMA = ofPeak(
  'FMA pipe',
  'TPC.TriageCompute.sm__inst_executed_pipe_fma_realtime',
  'sm__inst_executed_pipe_fma_realtime',
  'sm__pipe_fma_cycles_active'
);
const ALU = ofPeak(
  'ALU pipe',
  'TPC.TriageCompute.sm__inst_executed_pipe_alu_realtime',
  'sm__inst_executed_pipe_alu_realtime'
);
const SHARED_PIPE = ofPeak('shared memory pipe', 'l1tex__data_pipe_lsu_wavefronts_mem_shared');
const L1_BYTES = rate('L1 requested', 'l1tex__t_bytes');
const L2_BYTES = rate('L2 requested', 'lts__t_bytes');
const DRAM_READ = rate('DRAM read', 'dram__bytes_read');
const DRAM_WRITTEN = rate('DRAM written', 'dram__bytes_write');

const CONFLICTS = 'l1tex__data_bank_conflicts_pipe_lsu_mem';

/**
 * The columns of each group, as `docs/user-guide/gpu-metrics.md` lists them; the most telling first, as
 * not all need fit into the one pass that sampling has.
 */
export const METRIC_GROUPS: Readonly<Record<GpuMetricGroup, readonly MetricColumn[]>> = {
  /** Utilisation of the arithmetic units. */
  ArithmeticUtilization: [
    TENSOR,
    ofPeak('tensor pipe FP16', 'TPC.TriageCompute.sm__pipe_tensor_op_hmma_cycles_active_realtime'),
    ofPeak('tensor pipe INT8', 'TPC.TriageCompute.sm__pipe_tensor_op_imma_cycles_active_realtime'),
    ofPeak(
      'FP64 pipe',
      'TPC.TriageCompute.sm__pipe_fp64_cycles_active_realtime',
      'sm__pipe_fp64_cycles_active'
    ),
    FMA,
    ALU
  ],
  /** Utilisation of the pipes of a multiprocessor, and of the units that feed them. */
  PipeUtilization: [
    ofPeak('SM active', 'sm__cycles_active'),
    ofPeak('instructions executed', 'sm__inst_executed_realtime'),
    TENSOR,
    FMA,
    ALU,
    ofPeak('XU pipe', 'sm__inst_executed_pipe_xu_realtime'),
    ofPeak('LSU pipe', 'sm__inst_executed_pipe_lsu'),
    ofPeak(
      'uniform pipe',
      'SM_A.TriageCompute.sm__inst_executed_pipe_uniform_realtime',
      'sm__inst_executed_pipe_uniform'
    ),
    ofPeak(
      'warps active',
      'TPC.TriageCompute.tpc__warps_active_shader_cs_realtime',
      'tpc__warps_active_shader_cs_realtime',
      'sm__warps_active'
    ),
    share('instruction cache hits', 'gcc__average_cache_request_type_instruction_hit_rate')
  ],
  /** Traffic at each level of memory. */
  Memory: [L1_BYTES, L2_BYTES, DRAM_READ, DRAM_WRITTEN],
  /** Registers and shared memory. */
  MemoryL0: [
    ofPeak(
      'registers allocated',
      'TPC.TriageCompute.tpc__sm_rf_registers_allocated_shader_cs_realtime',
      'tpc__sm_rf_registers_allocated_shader_cs_realtime'
    ),
    {
      name: 'registers per thread',
      unit: 'count',
      metrics: ['TPC.TriageCompute.tpc__average_registers_per_thread_shader_cs_realtime.ratio']
    },
    ofPeak(
      'shared memory allocated',
      'TPC.TriageCompute.tpc__l1tex_mem_shared_data_compute_bytes_allocated_realtime',
      'tpc__l1tex_mem_shared_data_compute_bytes_allocated_realtime'
    ),
    SHARED_PIPE,
    ofPeak(
      'launches waiting for registers',
      'tpc__warp_launch_cycles_stalled_shader_cs_reason_register_allocation'
    )
  ],
  /** Conflicts over banks of shared memory and of the L1 cache. */
  ResourceConflictRatio: [
    ofPeak('shared memory bank conflicts', `${CONFLICTS}_shared`),
    ofPeak('bank conflicts of shared loads', `${CONFLICTS}_shared_op_ld`),
    ofPeak('bank conflicts of shared stores', `${CONFLICTS}_shared_op_st`),
    ofPeak('bank conflicts of shared atomics', `${CONFLICTS}_shared_op_atom`),
    ofPeak(
      'bank conflicts of global stores',
      `${CONFLICTS}_gds_op_st`,
      `${CONFLICTS}_global_op_st`
    ),
    SHARED_PIPE
  ],
  /** The L1 cache. */
  MemoryUB: [
    L1_BYTES,
    share('L1 hits', 'l1tex__t_sector_hit_rate'),
    rate('L1 hit', 'l1tex__t_bytes_lookup_hit'),
    rate('L1 missed', 'l1tex__t_bytes_lookup_miss')
  ],
  /** The L2 cache. */
  L2Cache: [
    L2_BYTES,
    share(
      'L2 hits',
      'LTS.TriageCompute.lts__average_t_sector_hit_rate_realtime',
      'lts__average_t_sector_hit_rate_realtime',
      'lts__t_sector_hit_rate'
    ),
    share('L2 reads', 'lts__average_t_sector_op_read'),
    share('L2 writes', 'lts__average_t_sector_op_write'),
    ofPeak('L2 throughput', 'lts__t_bytes')
  ],
  /** Memory of the device. */
  HbmDdr: [
    DRAM_READ,
    DRAM_WRITTEN,
    ofPeak('DRAM read throughput', 'dram__read_throughput'),
    ofPeak('DRAM write throughput', 'dram__write_throughput')
  ]
};

/** The columns of some groups, each once, in order. */
export function columnsOf(groups: readonly GpuMetricGroup[]): readonly MetricColumn[] {
  return [...new Set(groups.flatMap(group => METRIC_GROUPS[group]))];
}
