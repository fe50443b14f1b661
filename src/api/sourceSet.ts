import type { Source } from '../record/contribution';
import type { CpuAttachment } from '../sources/cpuAttachment';
import { CpuSampler } from '../sources/cpuSampler';
import { GcSource } from '../sources/gc';
import { MemorySource } from '../sources/memory';
import type { MemoryHost } from '../sources/memoryHost';
import type { SourceMapper } from '../sources/sourceMapper';
import type { TfjsHook } from '../sources/tfjs';
import { TfjsSource } from '../sources/tfjs';
import type { RecordingOptions } from './recordingOptions';

/** What the sources of a recording share with those of others. */
export interface SourceSurroundings {
  readonly tfjs: TfjsHook;
  readonly cpu: CpuAttachment;
  readonly memoryHost: MemoryHost;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/**
 * The sources that the options ask for, in the order in which they start: the CPU sampler last, so
 * that it sees the least of the others.
 */
export function createSources(options: RecordingOptions, around: SourceSurroundings): Source[] {
  const { cpuIntervalUs, memoryPeriodMs, operators, shapes } = options;
  const { cpu, mapper, folder, memoryHost, tfjs } = around;
  const sources: Source[] = [new GcSource()];
  if (operators) sources.push(new TfjsSource(tfjs, { shapes }));
  if (memoryPeriodMs !== null) {
    sources.push(new MemorySource({ host: memoryHost, intervalMs: memoryPeriodMs }));
  }
  if (cpuIntervalUs !== null) {
    sources.push(new CpuSampler({ attachment: cpu, intervalUs: cpuIntervalUs, mapper, folder }));
  }
  return sources;
}
