import {
  GPU_COUNTER_CATEGORY,
  GPU_MEMORY_USED,
  GPU_METRIC_CATEGORY
} from '../../model/profile/categories';
import { NVML_COUNTERS, NVML_LINK, type NvmlQuantity } from '../../native/gpuSampling';
import type { CounterHead } from '../../record/logs/counterSeriesLog';
import type { MetricColumn } from './metricColumns';

type Shown = Pick<CounterHead, 'name' | 'unit'>;

const QUANTITIES: Readonly<Record<NvmlQuantity, Shown>> = {
  gpuUtilisation: { name: 'GPU utilisation', unit: 'percent' },
  memoryUtilisation: { name: 'GPU memory utilisation', unit: 'percent' },
  memoryUsed: { name: GPU_MEMORY_USED, unit: 'bytes' },
  power: { name: 'GPU power', unit: 'watts' },
  temperature: { name: 'GPU temperature', unit: 'celsius' },
  smClock: { name: 'SM clock', unit: 'hertz' },
  memoryClock: { name: 'GPU memory clock', unit: 'hertz' },
  pcieSent: { name: 'PCIe sent', unit: 'bytesPerSecond' },
  pcieReceived: { name: 'PCIe received', unit: 'bytesPerSecond' }
};

/** The common name of a quantity, which is the name of its counter. */
export function nameOfQuantity(quantity: NvmlQuantity): string {
  return QUANTITIES[quantity].name;
}

function sampled(category: string, { name, unit }: Shown): CounterHead {
  return { name, category, unit, kind: 'sampled' };
}

/** Heads of the counters that NVML's columns become, in their order. */
export const COUNTER_HEADS: readonly CounterHead[] = NVML_COUNTERS.map(quantity =>
  sampled(GPU_COUNTER_CATEGORY, QUANTITIES[quantity])
);
export const LINK_HEADS: readonly CounterHead[] = NVML_LINK.map(quantity =>
  sampled(GPU_COUNTER_CATEGORY, QUANTITIES[quantity])
);

/** Head of the counter that a column of metrics becomes. */
export function metricHead(column: MetricColumn): CounterHead {
  return sampled(GPU_METRIC_CATEGORY, column);
}
