import type { CellInfo } from '../../model/profile/profile';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import { DEFAULT_SLICE_LIMIT } from '../../record/logs/sliceLimit';
import type {
  RecordingOptionName,
  RecordingOptionValues
} from '../../settings/table/recordingOptions';
import {
  RECORDING_OPTION_NAMES,
  recordingOption,
  valuesOf
} from '../../settings/table/recordingOptions';
import type { GpuRecording } from '../../sources/gpu/records/gpuRecording';
import { GPU_WHERE_FOUND } from '../../sources/gpu/records/gpuRecording';

/** What one recording collects. */
export interface RecordingOptions extends RecordingOptionValues {
  /** Name under which the profile can be found again. */
  readonly name: string;
  /** What GPUs do; `null` records nothing of them. */
  readonly gpu: GpuRecording | null;
  /** How many slices are kept, and which. */
  readonly limit: SliceLimit;
  /** The profiled notebook cell, if there is one. */
  readonly cell: CellInfo | null;
  /** The options as the user would write them, by long name. */
  readonly optionTexts: Readonly<Record<string, string>>;
}

/** What is recorded when nothing else is said: the defaults of `%%profile`. */
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

/** What is recorded where no work of the CPU is wanted. */
export const NO_CPU_WORK: Partial<RecordingOptionValues> = valuesOf(CPU_WORK, ({ type }) =>
  type === 'boolean' ? false : null
);
