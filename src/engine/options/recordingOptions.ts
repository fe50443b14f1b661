import type { CellInfo } from '../../model/profile/profile';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../../record/logs/sliceLimit';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOptionName,
  type RecordingOptionValues,
  recordingOption,
  valuesOf
} from '../../settings/table/recordingOptions';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';

/** The options of one recording. */
export interface RecordingOptions extends RecordingOptionValues {
  /** Name under which the profile can be found again. */
  readonly name: string;
  /** The GPU recording; `null` records nothing of GPUs. */
  readonly gpu: GpuRecording | null;
  /** The number of slices to keep, and which. */
  readonly limit: SliceLimit;
  /** The profiled notebook cell, if there is one. */
  readonly cell: CellInfo | null;
  /** The options as the user would write them, by long name. */
  readonly optionTexts: Readonly<Record<string, string>>;
}

/** The recording options by default: the defaults of `%%profile`. */
export const DEFAULT_RECORDING_OPTIONS: RecordingOptions = {
  ...valuesOf(RECORDING_OPTION_NAMES, option => option.default),
  name: '',
  gpu: GPU_WHERE_FOUND,
  limit: DEFAULT_SLICE_LIMIT,
  cell: null,
  optionTexts: {}
};

const CPU_WORK: readonly RecordingOptionName[] = RECORDING_OPTION_NAMES.filter(
  name => recordingOption(name).isCpuWork
);

/** The options of a recording without the CPU's work. */
export const NO_CPU_WORK: Partial<RecordingOptionValues> = valuesOf(CPU_WORK, ({ type }) =>
  type === 'boolean' ? false : null
);
