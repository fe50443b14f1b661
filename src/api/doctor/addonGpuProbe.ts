import { loadAddon } from '../../native/loader';
import { gpuStatus } from '../gpuStatus';
import type { GpuProbe } from './gpuChecks';

/** Any metric shows whether they may be sampled: this one is there on all GPUs from Turing on. */
const ANY_METRIC = [['sm__cycles_active.avg', 'sm__cycles_active.sum']];

const INTERVAL_US = 1000;

/** What the native addon finds; `addonFolder` is undefined for that of the installed package. */
export function addonGpuProbe(addonFolder: string | undefined): GpuProbe {
  return {
    status: () => gpuStatus({ addonFolder, probes: true }),
    metrics: gpus => {
      const sampler = loadAddon(addonFolder).gpuSampling.start({
        gpus,
        counterIntervalMs: 0,
        linkIntervalMs: 0,
        metrics: { intervalUs: INTERVAL_US, columns: ANY_METRIC }
      });
      sampler.stop();
      return sampler.metrics;
    }
  };
}
