import type { GpuStatus } from '../../native/gpuAddon';
import { loadCuda } from '../../sources/gpu/loadCuda';

/** Options for examining GPUs. */
export interface GpuStatusQuestion {
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** Whether CUPTI is also asked for permission, see `GpuAddon.status`. */
  readonly probes: boolean;
}

/** The state of GPU support. @throws AddonUnavailableError */
export function gpuStatus({ addonFolder, probes }: GpuStatusQuestion): GpuStatus {
  return loadCuda(addonFolder).gpu.status(probes);
}
