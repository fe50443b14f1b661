import type { GpuAvailability } from '../../../engine/recording/gpuAvailability';
import { readFormats, type OutputFormatName } from '../../../engine/arguments/outputFormats';
import { readGivenOptions } from '../../../engine/arguments/readArguments';
import {
  type RecordingOptions,
  DEFAULT_RECORDING_OPTIONS as USUAL,
  NO_CPU_WORK,
  NO_OWN_FACTS
} from '../../../engine/arguments/recordingOptions';
import type { ScheduleFunction } from '../../../engine/sessions/schedule';
import type { Activity } from '../../../engine/sessions/activityLog';
import { shown } from '../../../base/errors';
import type { GpuMetricGroup, GpuRecording } from '../../../sources/gpu/records/gpuRecording';
import { ConflictingOptionsError } from '../../torch/sessionOptions';
import type { SessionResults } from '../../torch/sessionResults';
import { ProfilerOptionsError } from './profilerErrors';
import type { GpuMetrics, ProfilerLevel } from './profilerEnums';
import {
  FILE_OPTIONS,
  PROFILER_OPTION_TABLE,
  type ReadProfilerOptions
} from './profilerOptionTable';
import { askedOfGpu, unavailable } from './unavailable';

/** The output of a `Profiler`: MindSpore's tree of directories, or MegEngine's files. */
export type ProfilerOutput =
  | { readonly kind: 'tree'; readonly outputPath: string }
  | {
      readonly kind: 'files';
      readonly path: string;
      readonly formats: readonly OutputFormatName[];
      readonly sampleRate: number;
      readonly profileDevice: boolean;
    };

/** The settings of a `Profiler`, from its options. */
export interface ProfilerSettings {
  readonly startProfile: boolean;
  readonly output: ProfilerOutput;
  readonly recording: Partial<RecordingOptions>;
  /** The activities that its profiles may contain. */
  readonly activities: ReadonlySet<Activity>;
  readonly schedule: ScheduleFunction | null;
  /** As it was given: it is called with the profiler itself. */
  readonly onTraceReady: ((session: SessionResults) => unknown) | null;
  readonly dataSimplification: boolean;
  /** Whether `instrumentIterator` records. */
  readonly dataProcess: boolean;
  /** Whether only this thread is recorded, even if others are attached. */
  readonly isAlone: boolean;
  /** Whether tables have columns of memory. */
  readonly showsMemory: boolean;
  /** The GPU features that the options request, in words. */
  readonly askedOfGpu: readonly string[];
  /** Requested features that are not available here, a sentence each. */
  readonly warnings: readonly string[];
}

type GivenOptions = Readonly<Record<string, unknown>>;

/**
 * Reads the options of `Profiler`.
 *
 * @throws ProfilerArgumentError for unknown options, values that are not valid and options that do
 *   not go together; ActivityError; OutputFormatError; ConflictingOptionsError
 */
export function readProfilerSettings(options: unknown, gpu: GpuAvailability): ProfilerSettings {
  const { values: read, given } = readGivenOptions('Profiler', PROFILER_OPTION_TABLE, options);
  const output = outputOf(read, given);
  const gpuMetrics = metricsOf(read, given);
  const usual: readonly Activity[] = gpu.isFound ? ['CPU', 'GPU'] : ['CPU'];
  const named = read.activities?.named ?? [];
  const isNpuAlone = named.length === 0 && read.activities?.hasNpu === true;
  const activities = new Set(named.length > 0 || isNpuAlone ? named : usual);
  refuse(read, activities, gpu);
  const { schedule, onTraceReady, dataSimplification, dataProcess } = read;
  const asked = askedOfGpu({ read, given, gpuMetrics });
  const wantsGpu = activities.has('GPU') || (named.length === 0 && asked.length > 0);
  const recording = cycleRecording(read, { activities, output, gpuMetrics, wantsGpu });
  return {
    startProfile: startsAtOnce(read, given, output),
    output,
    recording: { ...recording, optionTexts: optionTexts(given) },
    activities,
    schedule,
    onTraceReady,
    dataSimplification,
    dataProcess,
    isAlone: output.kind === 'tree' && !read.parallelStrategy,
    showsMemory: isMemoryShown(read, output),
    ...unavailable({ read, given, gpuMetrics, activities, gpu })
  };
}

/** MegEngine's profiler begins with its block, unless the options ask for more. */
function startsAtOnce(
  { startProfile }: ReadProfilerOptions,
  given: GivenOptions,
  output: ProfilerOutput
): boolean {
  return startProfile && (output.kind === 'tree' || given['startProfile'] !== undefined);
}

function outputOf(read: ReadProfilerOptions, given: GivenOptions): ProfilerOutput {
  const chosen = FILE_OPTIONS.find(name => given[name] !== undefined);
  const { compat, outputPath, path, format, formats, sampleRate, profileDevice } = read;
  if (compat === 'mindspore' && chosen !== undefined) {
    throw new ProfilerOptionsError(
      `Profiler was given compat 'mindspore' and ${chosen}, which is for the files of MegEngine. ` +
        'Give one of the two'
    );
  }
  if (chosen === undefined && compat !== 'megengine') return { kind: 'tree', outputPath };
  if (given['outputPath'] !== undefined) {
    throw new ProfilerOptionsError(
      `Profiler was given outputPath '${outputPath}' and ${chosen ?? "compat 'megengine'"}: outputPath has a directory for ` +
        'each cycle, path has files named by the process. Give one of the two'
    );
  }
  const chosenFormats = readFormats({ format, formats });
  return { kind: 'files', path, formats: chosenFormats, sampleRate, profileDevice };
}

function metricsOf(read: ReadProfilerOptions, given: GivenOptions): GpuMetrics {
  const { gpuMetrics, aicoreMetrics } = read;
  if (given['aicoreMetrics'] === undefined) return gpuMetrics;
  if (given['gpuMetrics'] !== undefined && gpuMetrics !== aicoreMetrics) {
    throw new ConflictingOptionsError('aicoreMetrics', 'gpuMetrics');
  }
  return aicoreMetrics;
}

/** @throws ProfilerOptionsError for options whose activities are missing */
function refuse(
  read: ReadProfilerOptions,
  activities: ReadonlySet<Activity>,
  gpu: GpuAvailability
): void {
  const named = [...activities].join(', ');
  const needsGpu = gpu.isFound && read.activities?.hasNpu !== true;
  const isWhole = activities.has('CPU') && (!needsGpu || activities.has('GPU'));
  if (read.profileMemory && !isWhole) {
    const needed = needsGpu ? 'the activities CPU and GPU' : 'the activity CPU';
    throw new ProfilerOptionsError(`profileMemory: true needs ${needed}, not ${named}`);
  }
  if (read.withStack && !activities.has('CPU')) {
    throw new ProfilerOptionsError(`withStack: true needs the activity CPU, not ${named}`);
  }
}

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
function cycleRecording(read: ReadProfilerOptions, wanted: Wanted): Partial<RecordingOptions> {
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
function isMemoryShown(read: ReadProfilerOptions, output: ProfilerOutput): boolean {
  return read.profileMemory || output.kind === 'files';
}

/** Options that profiles do not keep: folders of this machine. */
const NOT_KEPT: readonly string[] = ['path', 'outputPath'];

/** The options that were given, as profiles keep them: no functions, and no folders. */
function optionTexts(given: Readonly<Record<string, unknown>>): Record<string, string> {
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
