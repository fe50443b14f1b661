import type { GpuStatus } from '../native/gpuAddon';
import { loadAddon } from '../native/loader';

/** How far GPUs are looked into. */
export interface GpuStatusQuestion {
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** Whether CUPTI is asked for permission as well, see `GpuAddon.status`. */
  readonly probes: boolean;
}

/** What of GPUs is here. @throws AddonUnavailableError */
export function gpuStatus({ addonFolder, probes }: GpuStatusQuestion): GpuStatus {
  const { gpu } = loadAddon(addonFolder);
  return gpu.status(probes);
}
