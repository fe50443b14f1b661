import { shown } from '../../../base/text';
import {
  NO_CPU_WORK,
  NO_OWN_FACTS,
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS as USUAL
} from '../../../engine/options/recordingOptions';
import type { Activity } from '../../../engine/sessions/activityLog';
import type { GpuMetricGroup, GpuRecording } from '../../../sources/gpu/records/gpuRecording';
import type { GpuMetrics, ProfilerLevel } from './profilerEnums';
import type { ReadProfilerOptions } from './profilerOptionTable';
import type { ProfilerOutput } from './profilerDeps';

/** The options, besides their own values, that determine what is recorded. */
interface Wanted {
  readonly activities: ReadonlySet<Activity>;
  readonly output: ProfilerOutput;
  readonly gpuMetrics: GpuMetrics;
  /** Whether GPUs are recorded, or a profile says why not. */
  readonly wantsGpu: boolean;
}

/**
 * The recording options of a `Profiler`. Level 0 has only operators, level 1 also calls into libraries
 * and garbage collections, level 2 also CPU samples; none of these without the activity CPU.
 */
export function cycleRecording(
  read: ReadProfilerOptions,
  wanted: Wanted
): Partial<RecordingOptions> {
  const { activities, output } = wanted;
  const memory = isMemoryShown(read, output);
  const { profilerLevel, profileMemory, withStack, syncEnable, parallelStrategy } = read;
  const hasCalls = profilerLevel !== 'Level0';
  const hasSamples = profilerLevel === 'Level2' || withStack;
  const sampleRate = output.kind === 'files' ? output.sampleRate : 0;
  return {
    ...NO_OWN_FACTS,
    operators: true,
    graphOperators: true,
    shapes: true,
    stacks: withStack,
    api: hasCalls,
    gc: hasCalls,
    cpuIntervalUs: hasSamples ? USUAL.cpuIntervalUs : null,
    lines: false,
    tensorMemory: memory,
    memoryPeriodMs: profileMemory ? USUAL.memoryPeriodMs : null,
    memoryEveryOperators: sampleRate > 0 ? sampleRate : null,
    layers: true,
    untilSettled: syncEnable,
    messageBytes: parallelStrategy,
    gpu: gpuOfProfiler(read, { ...wanted, memory }),
    ...(!activities.has('CPU') && NO_CPU_WORK)
  };
}

/** Whether tensor memory is recorded: MegEngine's files also show it. */
export function isMemoryShown(read: ReadProfilerOptions, output: ProfilerOutput): boolean {
  return read.profileMemory || output.kind === 'files';
}

/** Options that profiles do not keep: folders of this machine. */
const NOT_KEPT: readonly string[] = ['path', 'outputPath'];

/** The options that were given, as profiles keep them: no functions, and no folders. */
export function optionTexts(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const stated = Object.entries(given).filter(
    ([name, value]) =>
      value !== undefined && typeof value !== 'function' && !NOT_KEPT.includes(name)
  );
  return Object.fromEntries(stated.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(shown).join(', ') : shown(value);
}

/** The options, besides their own values, that determine what is recorded of GPUs. */
interface WantedOfGpu {
  readonly output: ProfilerOutput;
  readonly gpuMetrics: GpuMetrics;
  /** Whether GPUs are recorded, or a profile says why not. */
  readonly wantsGpu: boolean;
  /** Whether tensor memory is recorded. */
  readonly memory: boolean;
}

const LEVELS: Readonly<Record<ProfilerLevel, GpuRecording['level']>> = {
  Level0: 0,
  Level1: 1,
  Level2: 2
};

/**
 * The GPU options of a `Profiler`. Level 0 has only kernels; level 1 also copies, calls of the runtime
 * and NVTX, and samples of the device; level 2 also driver calls, waits and the cost of recording. Null
 * if none are wanted, and for MegEngine's files without `profileDevice`.
 */
function gpuOfProfiler(
  read: ReadProfilerOptions,
  { output, gpuMetrics, wantsGpu, memory }: WantedOfGpu
): GpuRecording | null {
  const isLeftOut = output.kind === 'files' && !output.profileDevice;
  if (isLeftOut || !wantsGpu) return null;
  const level = LEVELS[read.profilerLevel];
  return {
    isRequired: true,
    level,
    operatorIds: true,
    waits: level === 2,
    memory,
    graphs: 'nodes',
    counters: level > 0,
    pcie: read.pcie,
    metrics: metricGroups(read, gpuMetrics)
  };
}

/** The groups that the options name, each once. */
function metricGroups(
  { l2Cache, hbmDdr }: ReadProfilerOptions,
  gpuMetrics: GpuMetrics
): readonly GpuMetricGroup[] {
  const groups = new Set<GpuMetricGroup>();
  if (gpuMetrics !== 'None') groups.add(gpuMetrics);
  if (l2Cache) groups.add('L2Cache');
  if (hbmDdr) groups.add('HbmDdr');
  return [...groups];
}
