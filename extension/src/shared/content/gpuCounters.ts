import { type CounterSeries, GPU_COUNTER_CATEGORIES } from 'kernelscope/model';

/** Whether a counter was sampled of a GPU; its memory is told with the memory of other devices. */
export function isGpuCounter({ category }: Pick<CounterSeries, 'category'>): boolean {
  return GPU_COUNTER_CATEGORIES.includes(category);
}
