import type { GpuMetricGroup, GpuRecording } from '../../../sources/gpu/records/gpuRecording';
import type { GpuMetrics, ProfilerLevel } from './profilerEnums';
import type { ReadProfilerOptions } from './profilerOptionTable';
import type { ProfilerOutput } from './profilerOutput';

/** The options, besides their own values, that determine what is recorded of GPUs. */
export interface WantedOfGpu {
  readonly output: ProfilerOutput;
  readonly gpuMetrics: GpuMetrics;
  /** Whether GPUs are recorded, or a profile says why not. */
  readonly wantsGpu: boolean;
  /** Whether tensor memory is recorded. */
  readonly memory: boolean;
}

const LEVELS: Readonly<Record<ProfilerLevel, GpuRecording['level']>> = {
  Level0: 0,
  Level1: 1,
  Level2: 2
};

/**
 * The GPU options of a `Profiler`. Level 0 has only kernels; level 1 also copies, calls of the runtime
 * and NVTX, and samples of the device; level 2 also driver calls, waits and the cost of recording. Null
 * if none are wanted, and for MegEngine's files without `profileDevice`.
 */
export function gpuOfProfiler(
  read: ReadProfilerOptions,
  { output, gpuMetrics, wantsGpu, memory }: WantedOfGpu
): GpuRecording | null {
  const isLeftOut = output.kind === 'files' && !output.profileDevice;
  if (isLeftOut || !wantsGpu) return null;
  const level = LEVELS[read.profilerLevel];
  return {
    isRequired: true,
    level,
    operatorIds: true,
    waits: level === 2,
    memory,
    graphs: 'nodes',
    counters: level > 0,
    pcie: read.pcie,
    metrics: metricGroups(read, gpuMetrics)
  };
}

/** The groups that the options name, each once. */
function metricGroups(
  { l2Cache, hbmDdr }: ReadProfilerOptions,
  gpuMetrics: GpuMetrics
): readonly GpuMetricGroup[] {
  const groups = new Set<GpuMetricGroup>();
  if (gpuMetrics !== 'None') groups.add(gpuMetrics);
  if (l2Cache) groups.add('L2Cache');
  if (hbmDdr) groups.add('HbmDdr');
  return [...groups];
}
