import { shown } from '../../../base/text';
import {
  NO_CPU_WORK,
  NO_OWN_FACTS,
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS as USUAL
} from '../../../engine/options/recordingOptions';
import type { Activity } from '../../../engine/sessions/activityLog';
import { gpuOfProfiler } from './gpuOfProfiler';
import type { GpuMetrics } from './profilerEnums';
import type { ReadProfilerOptions } from './profilerOptionTable';
import type { ProfilerOutput } from './profilerOutput';

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
