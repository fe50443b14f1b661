import { messageOf } from '../../base/errors';
import type { GpuStatus } from '../../native/gpuAddon';
import { gpuReason } from '../../native/gpuStateText';
import type { Profile } from '../../model/profile/profile';
import { loadCuda } from '../../sources/gpu/loadCuda';

/** Options for examining GPUs. */
interface GpuStatusQuestion {
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** Whether CUPTI is also asked for permission, see `GpuAddon.status`. */
  readonly probes: boolean;
}

/** The state of GPU support. @throws AddonUnavailableError */
export function gpuStatus({ addonFolder, probes }: GpuStatusQuestion): GpuStatus {
  return loadCuda(addonFolder).gpu.status(probes);
}

/** Whether there is a GPU that can be recorded, and why not, in full sentences. */
export type GpuAvailability =
  | { readonly isFound: true }
  | { readonly isFound: false; readonly reason: string };

/** Searches for a GPU. Never throws. */
export type FindGpu = () => GpuAvailability;

/**
 * The result of `status` about GPUs. It is called until there is a GPU: missing parts may have been
 * installed since, and a GPU stays. An error of `status` is the reason that there is none.
 */
export function createFindGpu(status: () => GpuStatus): FindGpu {
  let isFound = false;
  const find = (): GpuAvailability => {
    const found = status();
    isFound = found.state === 'ready';
    return isFound ? { isFound: true } : { isFound: false, reason: gpuReason(found) };
  };
  return () => {
    if (isFound) return { isFound };
    try {
      return find();
    } catch (error) {
      return { isFound: false, reason: messageOf(error) };
    }
  };
}

/**
 * Why a profile that should have GPU data has none, and what to do, in full sentences; null if GPUs
 * were recorded, even if nothing ran on them, and if they were not requested.
 */
export function whyNoGpu({ sources }: Pick<Profile, 'sources'>): string | null {
  const reports = sources.filter(({ source }) => source === 'cuda');
  const isRecorded = reports.some(({ status }) => status === 'ok' || status === 'partial');
  return isRecorded ? null : (reports.at(0)?.message ?? null);
}
