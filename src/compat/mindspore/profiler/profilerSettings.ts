import type { GpuAvailability } from '../../../engine/recording/gpuAvailability';
import { joinWords } from '../../../base/text';
import { readFormats } from '../../../engine/arguments/outputFormats';
import { readOptions } from '../../../engine/arguments/readArguments';
import type { RecordingOptions } from '../../../engine/options/recordingOptions';
import type { ScheduleFunction } from '../../../engine/schedule/profilerAction';
import type { Activity } from '../../../engine/sessions/activities';
import { ConflictingOptionsError } from '../../../engine/sessions/sessionOptions';
import type { SessionResults } from '../../../engine/results/sessionResults';
import { ProfilerOptionsError } from './profilerErrors';
import type { GpuMetrics } from './profilerEnums';
import { FILE_OPTIONS, PROFILER_OPTION_TABLE } from './profilerOptionTable';
import type { ReadProfilerOptions } from './profilerOptionTable';
import type { ProfilerOutput } from './profilerOutput';
import { cycleRecording, isMemoryShown, optionTexts } from './profilerRecording';

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
  const read = readOptions('Profiler', PROFILER_OPTION_TABLE, options);
  const given = (options ?? {}) as GivenOptions;
  const output = outputOf(read, given);
  const gpuMetrics = metricsOf(read, given);
  const usual: readonly Activity[] = gpu.isFound ? ['CPU', 'GPU'] : ['CPU'];
  const activities = new Set(read.activities ?? usual);
  refuse({ read, gpuMetrics, activities, gpu });
  const { startProfile, schedule, onTraceReady, dataSimplification, dataProcess } = read;
  const asked = askedOfGpu(read, given, gpuMetrics);
  const wantsGpu = activities.has('GPU') || (read.activities === null && asked.length > 0);
  const recording = cycleRecording(read, { activities, output, gpuMetrics, wantsGpu });
  return {
    startProfile,
    output,
    recording: { ...recording, optionTexts: optionTexts(given) },
    activities,
    schedule,
    onTraceReady,
    dataSimplification,
    dataProcess,
    isAlone: output.kind === 'tree' && !read.parallelStrategy,
    showsMemory: isMemoryShown(read, output),
    askedOfGpu: asked,
    warnings: gpu.isFound ? [] : missingOfGpu(asked, gpu.reason)
  };
}

function outputOf(read: ReadProfilerOptions, given: GivenOptions): ProfilerOutput {
  const chosen = FILE_OPTIONS.find(name => given[name] !== undefined);
  const { outputPath, path, format, formats, sampleRate, profileDevice } = read;
  if (chosen === undefined) return { kind: 'tree', outputPath };
  if (given['outputPath'] !== undefined) {
    throw new ProfilerOptionsError(
      `Profiler was given outputPath '${outputPath}' and ${chosen}: outputPath has a directory for ` +
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

interface Asked {
  readonly read: ReadProfilerOptions;
  readonly gpuMetrics: GpuMetrics;
  readonly activities: ReadonlySet<Activity>;
  readonly gpu: GpuAvailability;
}

/** @throws ProfilerOptionsError for options whose activities are missing */
function refuse({ read, gpuMetrics, activities, gpu }: Asked): void {
  const named = [...activities].join(', ');
  const isWhole = activities.has('CPU') && (!gpu.isFound || activities.has('GPU'));
  if (read.profileMemory && !isWhole) {
    const needed = gpu.isFound ? 'the activities CPU and GPU' : 'the activity CPU';
    throw new ProfilerOptionsError(`profileMemory: true needs ${needed}, not ${named}`);
  }
  if (read.withStack && !activities.has('CPU')) {
    throw new ProfilerOptionsError(`withStack: true needs the activity CPU, not ${named}`);
  }
  if (gpuMetrics !== 'None' && !activities.has('GPU')) {
    const reason = gpu.isFound ? '' : `. ${gpu.reason}`;
    const text = `gpuMetrics: '${gpuMetrics}' needs the activity GPU, not ${named}`;
    throw new ProfilerOptionsError(text + reason);
  }
}

/** The GPU features that the options request, in words. */
function askedOfGpu(
  read: ReadProfilerOptions,
  given: GivenOptions,
  gpuMetrics: GpuMetrics
): readonly string[] {
  const asked: string[] = [];
  if (read.activities?.includes('GPU')) asked.push("the activity 'GPU'");
  if (gpuMetrics !== 'None') asked.push(`gpuMetrics: '${gpuMetrics}'`);
  for (const name of ['l2Cache', 'hbmDdr', 'pcie', 'profileDevice'] as const) {
    if (given[name] !== undefined && read[name]) asked.push(`${name}: true`);
  }
  return asked;
}

/** A sentence about requested GPU features that cannot be recorded; none if nothing was requested. */
export function missingOfGpu(asked: readonly string[], reason: string): readonly string[] {
  if (asked.length === 0) return [];
  const verb = asked.length === 1 ? 'has' : 'have';
  return [`Profiler: ${joinWords(asked, 'and')} ${verb} no effect. ${reason}`];
}
