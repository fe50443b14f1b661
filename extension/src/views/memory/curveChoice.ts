import type { TranslationBundle } from '../../shared/host/translation';
import { MEMORY_COUNTERS } from 'kernelscope/model';
import type { CurveChoice } from '../../shared/curves/panel';
import { isGpuCounter } from '../../shared/content/gpuCounters';
import { memoryMessage } from './messages';

/** Every counter but those of GPUs, which have a view of their own; memory first. */
export function memoryCurves(trans: TranslationBundle): CurveChoice {
  const known = knownLabels(trans);
  return {
    isShown: series => !isGpuCounter(series),
    units: ['bytes', 'count', 'percent', 'nanoseconds'],
    namesOf: () => ({ known }),
    messageOf: profile => {
      const isSampled = profile.counters.some(
        series => series.unit === 'bytes' && series.time.length > 0 && !isGpuCounter(series)
      );
      return isSampled ? '' : memoryMessage(profile, trans);
    }
  };
}

/** The counters that every recording of memory has, in the order of the chart. */
function knownLabels(trans: TranslationBundle): ReadonlyMap<string, string> {
  return new Map<string, string>([
    [MEMORY_COUNTERS.rss, trans.__('Resident set (RSS)')],
    [MEMORY_COUNTERS.heap, trans.__('JavaScript heap')],
    [MEMORY_COUNTERS.external, trans.__('External')],
    [MEMORY_COUNTERS.arrayBuffers, trans.__('Array buffers')]
  ]);
}
