import { FACT_RECORDS } from '../../facts/table';
import type { CellInfo } from '../../model/profile/profile';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../../record/logs/sliceLimit';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOption,
  type RecordingOptionName,
  type RecordingOptionValues,
  recordingOption,
  valuesOf,
  ONE_THREAD_OPTIONS
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
export const NO_CPU_WORK: Partial<RecordingOptionValues> = valuesOf(CPU_WORK, off);

const OWN_FACTS: readonly RecordingOptionName[] = FACT_RECORDS.flatMap(({ option }) =>
  option === null || option.isUpstream ? [] : [option.name]
);

/** The options of a recording without the facts that upstream profilers do not record. */
export const NO_OWN_FACTS: Partial<RecordingOptionValues> = valuesOf(OWN_FACTS, off);

function off({ type }: RecordingOption): unknown {
  return type === 'boolean' ? false : null;
}

/**
 * The options for the other threads and processes of a recording. Some records are of the recorded thread
 * alone: those of several would stop all of them, or V8 makes them of one at a time.
 */
export function elsewhere<Options extends Partial<RecordingOptions>>(options: Options): Options {
  return { ...options, ...ONE_THREAD_OPTIONS };
}
