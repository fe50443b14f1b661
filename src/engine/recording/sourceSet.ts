import type { Source } from '../../record/build/contribution';
import type { AsyncFollowers } from '../../sources/async/async';
import { AsyncSource, wantedFollowing } from '../../sources/async/async';
import type { CallSiteAttachment } from '../../sources/v8/cpu/callSiteAttachment';
import { CallSites } from '../../sources/v8/cpu/callSites';
import type { CpuAttachment } from '../../sources/v8/cpu/cpuAttachment';
import { CpuSampler } from '../../sources/v8/cpu/cpuSampler';
import { EventLoopSource } from '../../sources/process/eventLoop';
import { GcSource } from '../../sources/v8/gc';
import { LeafTimes } from '../../sources/v8/cpu/leafTimes';
import type { HeapAttachment } from '../../sources/v8/heap/heapAttachment';
import { HeapSampler } from '../../sources/v8/heap/heapSampler';
import { MemorySource } from '../../sources/process/memory';
import type { MemoryHost } from '../../sources/process/memoryHost';
import { HelperThreads } from '../../sources/process/helperThreads';
import { NativeThreads } from '../../sources/process/nativeThreads';
import type { OperatorStackHook } from '../../sources/operators/operatorStacks';
import { OperatorStacks } from '../../sources/operators/operatorStacks';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import type { GpuSurroundings } from './gpuSources';
import { gpuSources } from './gpuSources';
import type { LibraryHooks } from './hookSources';
import { hookSources } from './hookSources';
import type { RecordingOptions } from '../options/recordingOptions';

/** What the sources of a recording share with those of others. */
export interface SourceSurroundings extends LibraryHooks, GpuSurroundings {
  readonly cpu: CpuAttachment;
  readonly callSites: CallSiteAttachment;
  readonly heap: HeapAttachment;
  readonly operatorStacks: OperatorStackHook;
  readonly asyncFollowers: AsyncFollowers;
  readonly memoryHost: MemoryHost;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/**
 * The sources that the options ask for, in the order in which they start: those of GPUs first, since
 * CUPTI takes its time, and the samplers of the stack last, so that they see the least of the others.
 * The CPU sampler drops, when it attaches, code that neither of them could see through; the one of call
 * sites begins after that. They end in the opposite order: what threads of all others used is read before
 * any of these is gone.
 */
export function createSources(options: RecordingOptions, around: SourceSurroundings): Source[] {
  const { cpuIntervalUs, memoryPeriodMs, lines } = options;
  const { cpu, callSites, mapper, folder, memoryHost } = around;
  const sources = gpuSources(options, around);
  if (cpuIntervalUs !== null && around.threadId === 0) sources.push(new NativeThreads());
  if (options.gc) sources.push(new GcSource());
  const following = wantedFollowing(options.async);
  if (following) sources.push(new AsyncSource(around.asyncFollowers, following));
  if (options.async === true) sources.push(new EventLoopSource());
  sources.push(...hookSources(options, around));
  if (memoryPeriodMs !== null) {
    sources.push(new MemorySource({ host: memoryHost, intervalMs: memoryPeriodMs }));
  }
  sources.push(...stackSources(options, around));
  if (cpuIntervalUs !== null) {
    const shared = { intervalUs: cpuIntervalUs, mapper, folder };
    const leafTimes = lines ? new LeafTimes() : undefined;
    sources.push(new CpuSampler({ ...shared, attachment: cpu, leafTimes }));
    if (leafTimes) sources.push(new CallSites({ ...shared, attachment: callSites, leafTimes }));
  }
  const hasHelpers = sources.length > 0 && around.threadId === 0;
  return hasHelpers ? [...sources, new HelperThreads()] : sources;
}

/** What tells where slices were begun, and where memory was asked for. */
function stackSources(
  { stacks, allocationBytes }: RecordingOptions,
  { mapper, folder, heap, operatorStacks }: SourceSurroundings
): Source[] {
  const sources: Source[] = [];
  if (stacks) sources.push(new OperatorStacks({ hook: operatorStacks, mapper, folder }));
  if (allocationBytes !== null) {
    const intervalBytes = allocationBytes;
    sources.push(new HeapSampler({ attachment: heap, intervalBytes, mapper, folder }));
  }
  return sources;
}
