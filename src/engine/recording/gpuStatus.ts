import type { GpuStatus } from '../../native/gpuAddon';
import { loadCuda } from '../../sources/gpu/loadCuda';

/** How far GPUs are looked into. */
export interface GpuStatusQuestion {
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** Whether CUPTI is asked for permission as well, see `GpuAddon.status`. */
  readonly probes: boolean;
}

/** What of GPUs is here. @throws AddonUnavailableError */
export function gpuStatus({ addonFolder, probes }: GpuStatusQuestion): GpuStatus {
  return loadCuda(addonFolder).gpu.status(probes);
}
