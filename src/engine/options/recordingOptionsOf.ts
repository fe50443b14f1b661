import type { ProfileOptions } from '../../settings/table/profileOptions';
import { RECORDING_OPTION_NAMES, valuesOf } from '../../settings/table/recordingOptions';
import { recordingTexts } from '../../settings/table/recordingTexts';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';
import type { RecordingOptions } from './recordingOptions';

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
