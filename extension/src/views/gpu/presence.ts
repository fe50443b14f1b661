import { GPU_CATEGORIES, type ProfileBundle } from 'kernelscope/model';
import { isGpuCounter } from '../../shared/content/gpuCounters';

/** Whether a profile has work or counters of GPUs, or was to have some. */
export function isGpuProfile({ summary, sections, sources }: ProfileBundle): boolean {
  return (
    summary.gpus > 0 ||
    sources.some(({ source }) => source === 'cuda') ||
    sections.some(section => GPU_CATEGORIES.includes(section.category) || isGpuCounter(section))
  );
}
