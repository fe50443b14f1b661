import { KernelscopeError } from '../../base/errors';
import { readGivenOptions } from '../arguments/readArguments';
import { RECORDING_OPTION_NAMES, recordingOption } from '../../settings/table/recordingOptions';
import {
  DEFAULT_RECORDING_OPTIONS,
  NO_CPU_WORK,
  type RecordingOptions
} from '../options/recordingOptions';
import type { ScheduleFunction } from '../schedule/profilerAction';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';
import type { Activity } from './activities';
import { IGNORED_OPTIONS, OPTION_TABLE, type ReadOptions } from './optionTable';
import type { SessionResults } from '../results/sessionResults';

/** Two names of one option were given different values. */
export class ConflictingOptionsError extends KernelscopeError {
  constructor(one: string, other: string) {
    super(
      `${one} and ${other} are two names of one option: give one of them, or the same value to both`
    );
  }
}

/** The settings of a session, from the options of `profile`. */
export interface SessionOptions {
  readonly enabled: boolean;
  readonly recording: Partial<RecordingOptions>;
  /** The activities that its profile may contain. */
  readonly activities: ReadonlySet<Activity>;
  readonly schedule: ScheduleFunction | null;
  readonly onTraceReady: ((session: SessionResults) => unknown) | null;
  readonly accEvents: boolean;
  readonly postProcessingTimeoutMs: number;
  /** Whether memory was requested, not just recorded by default. */
  readonly showsMemory: boolean;
  /** Whether input shapes were requested. */
  readonly showsShapes: boolean;
  /** True if there are no function events. */
  readonly traceOnly: boolean;
  /** Names of options that were given and have no effect here. */
  readonly ignored: readonly string[];
}

/** The slices of a session are those of the program, as in PyTorch: these are there on request. */
const ON_REQUEST = ['waits', 'requests', 'userTimings', 'sampleLabels'] as const;

/** PyTorch's names for options of a recording, each with ours. */
const OTHER_NAMES = RECORDING_OPTION_NAMES.flatMap(ours => {
  const { torch } = recordingOption(ours);
  return torch === undefined ? [] : [[torch, ours] as const];
});

/**
 * Reads the options of `profile`.
 *
 * @throws ProfilerArgumentError for unknown options and values of the wrong type, ActivityError,
 *   ConflictingOptionsError
 */
export function readSessionOptions(options: unknown): SessionOptions {
  const { values: read, given } = readGivenOptions('profile', OPTION_TABLE, options);
  const { enabled, schedule, onTraceReady, accEvents, postProcessingTimeoutMs } = read;
  const { traceOnly, recordPythonGcInfo, ignored } = read.experimentalConfig;
  const activities = new Set(read.activities);
  if (read.useCuda) activities.add('GPU');
  const without = IGNORED_OPTIONS.filter(name => given[name] !== undefined);
  const own = recordingOptions(read, given);
  return {
    enabled,
    recording: {
      ...own,
      gpu: activities.has('GPU') ? gpuRecording(read, own) : null,
      ...Object.fromEntries(
        ON_REQUEST.filter(name => given[name] === undefined).map(name => [name, false])
      ),
      ...(recordPythonGcInfo && { gc: true }),
      ...(!activities.has('CPU') && NO_CPU_WORK)
    },
    activities,
    schedule,
    onTraceReady,
    accEvents,
    postProcessingTimeoutMs,
    showsShapes: own.shapes === true,
    showsMemory: given['profileMemory'] === true || given['tensorMemory'] === true,
    traceOnly,
    ignored: [...without, ...ignored.map(name => `experimentalConfig.${name}`)]
  };
}

/** As in PyTorch, waits are recorded on request. */
function gpuRecording(
  { experimentalConfig }: ReadOptions,
  { tensorMemory: memory = false }: Partial<RecordingOptions>
): GpuRecording {
  const { enableCudaSyncEvents: waits, disableExternalCorrelation } = experimentalConfig;
  const operatorIds = !disableExternalCorrelation;
  return { ...GPU_WHERE_FOUND, isRequired: true, operatorIds, waits, memory };
}

/** The options as given: absent ones were left out. */
type GivenOptions = Readonly<Record<string, unknown>>;

function recordingOptions(
  values: Readonly<ReadOptions>,
  given: GivenOptions
): Partial<RecordingOptions> {
  const read: Readonly<Record<string, unknown>> = { ...values };
  const own = Object.keys(read).filter(name => Object.hasOwn(DEFAULT_RECORDING_OPTIONS, name));
  const result = Object.fromEntries(own.map(name => [name, read[name]]));
  for (const [theirs, ours] of OTHER_NAMES) {
    if (given[theirs] === undefined) continue;
    if (given[ours] !== undefined && read[ours] !== read[theirs]) {
      throw new ConflictingOptionsError(theirs, ours);
    }
    result[ours] = read[theirs];
  }
  return result;
}
