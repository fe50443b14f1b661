import { loadAddon } from '../native/loader';
import { METRIC_GROUPS } from '../sources/gpu/sampling/metricColumns';
import { gpuStatus } from '../engine/recording/gpuStatus';
import type { GpuProbe } from './gpuChecks';

/** One group shows whether metrics may be sampled; others take the same permission. */
const COLUMNS = METRIC_GROUPS.PipeUtilization.map(({ metrics }) => metrics);

const INTERVAL_US = 1000;

/** The findings of the native addon; `addonFolder` is undefined for that of the installed package. */
export function addonGpuProbe(addonFolder: string | undefined): GpuProbe {
  return {
    status: () => gpuStatus({ addonFolder, probes: true }),
    metrics: gpus => {
      const sampler = loadAddon(addonFolder).gpuSampling.start({
        gpus,
        counterIntervalMs: 0,
        linkIntervalMs: 0,
        metrics: { intervalUs: INTERVAL_US, columns: COLUMNS }
      });
      sampler.stop();
      return sampler.metrics;
    }
  };
}
