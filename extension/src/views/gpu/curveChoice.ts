import type { CounterSeries, Profile } from 'kernelscope/model';
import type { CurveChoice } from '../../shared/curves/panel';
import { isGpuCounter } from '../../shared/content/gpuCounters';

/** The sampled counters of GPUs; those of several GPUs are told apart by their device. */
export const GPU_CURVES: CurveChoice = {
  isShown: isGpuCounter,
  units: ['percent', 'bytesPerSecond', 'watts', 'hertz', 'celsius', 'bytes', 'count'],
  namesOf: profile => ({ known: new Map(), ...prefixOf(profile) }),
  messageOf: () => ''
};

function prefixOf({ tracks, counters }: Profile): {
  readonly prefixOf?: (series: CounterSeries) => string;
} {
  const sampled = new Set(counters.filter(isGpuCounter).map(({ track }) => track));
  if (sampled.size < 2) return {};
  return { prefixOf: ({ track }) => `${tracks[track].name.replace(/ \(.*$/, '')}: ` };
}
