import type { CounterSeries } from 'kernelscope/model';
import { GPU_COUNTER_CATEGORY, GPU_METRIC_CATEGORY } from 'kernelscope/model';

/** Categories of the counters that were sampled of a GPU. */
export const GPU_COUNTER_CATEGORIES: readonly string[] = [
  GPU_COUNTER_CATEGORY,
  GPU_METRIC_CATEGORY
];

/** Whether a counter was sampled of a GPU; its memory is told with the memory of other devices. */
export function isGpuCounter({ category }: Pick<CounterSeries, 'category'>): boolean {
  return GPU_COUNTER_CATEGORIES.includes(category);
}
