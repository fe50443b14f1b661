import { messageOf } from '../../base/errors';
import type { GpuStatus } from '../../native/gpuAddon';
import { gpuReason } from '../../native/gpuStateText';

/** Whether there is a GPU whose work can be recorded, and why not, in whole sentences. */
export type GpuAvailability =
  { readonly isFound: true } | { readonly isFound: false; readonly reason: string };

/** Looks for a GPU. Never throws. */
export type FindGpu = () => GpuAvailability;

/**
 * What `status` tells of GPUs. It is asked until there is one: what was missing may have been installed
 * since, and a GPU stays. What it throws is the reason that there is none.
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
