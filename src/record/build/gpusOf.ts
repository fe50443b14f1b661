import type { GpuInfo } from '../../model/profile/gpuInfo';
import { MAX_GPUS } from '../../model/profile/gpuInfo';
import type { Contribution } from './contribution';

/** The GPUs that any source knows, each once. */
export function gpusOf(contributions: readonly Contribution[]): readonly GpuInfo[] {
  const known = contributions
    .flatMap(({ gpus }) => gpus ?? [])
    .map(gpu => [gpu.device, gpu] as const);
  return [...new Map(known).values()].slice(0, MAX_GPUS);
}
