import {
  type CounterSeries,
  GPU_COUNTER_CATEGORIES,
  GPU_CATEGORIES,
  type ProfileBundle
} from 'kernelscope/model';

/** Whether a counter was sampled of a GPU; its memory is told with the memory of other devices. */
export function isGpuCounter({ category }: Pick<CounterSeries, 'category'>): boolean {
  return GPU_COUNTER_CATEGORIES.includes(category);
}

/** Whether a profile has work or counters of GPUs, or was to have some. */
export function isGpuProfile({ summary, sections, sources }: ProfileBundle): boolean {
  return (
    summary.gpus > 0 ||
    sources.some(({ source }) => source === 'cuda') ||
    sections.some(section => GPU_CATEGORIES.includes(section.category) || isGpuCounter(section))
  );
}
