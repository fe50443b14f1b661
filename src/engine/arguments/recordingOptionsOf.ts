import type { ProfileOptions } from '../../settings/table/profileOptions';
import { RECORDING_OPTION_NAMES, valuesOf } from '../../settings/table/recordingOptions';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';
import type { RecordingOptions } from './recordingOptions';
import { settingTexts } from '../../settings/table/optionTable';

/** The recording options from the options of a magic or a command; without a name and a cell. */
export function recordingOptionsOf(options: ProfileOptions): Partial<RecordingOptions> {
  const { operators, maxEvents, outputs, gpu } = options;
  return {
    ...valuesOf(RECORDING_OPTION_NAMES, (_, name) => options[name]),
    graphOperators: operators,
    tensorMemory: operators || outputs.some(({ format }) => format === 'memoryFlow'),
    gpu: gpuRecordingOf(gpu),
    limit: { mode: 'keepFirst', slices: maxEvents },
    optionTexts: recordingTexts(options)
  };
}

/** The GPU recording: `null` records GPUs if there are any. */
function gpuRecordingOf(gpu: boolean | null): GpuRecording | null {
  return gpu === false ? null : { ...GPU_WHERE_FOUND, isRequired: gpu === true };
}

/** The options of a recording as its profile keeps them: by long name, as a user would write them. */
function recordingTexts(options: ProfileOptions): Readonly<Record<string, string>> {
  const { warmup, repeat, budgets } = options;
  const isRepeated = warmup > 0 || repeat > 1;
  return {
    ...settingTexts(options),
    ...(isRepeated ? { warmup: String(warmup), repeat: String(repeat) } : {}),
    ...(budgets.length > 0 ? { assert: budgets.map(({ text }) => text).join('; ') } : {})
  };
}
