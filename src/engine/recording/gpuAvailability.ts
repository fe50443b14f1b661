import { messageOf } from '../../base/errors';
import type { GpuStatus } from '../../native/gpuAddon';
import { gpuReason } from '../../native/gpuStateText';

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
