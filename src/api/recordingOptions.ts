import type { CellInfo } from '../model/profile';
import type { SliceLimit } from '../record/sliceStore';
import { DEFAULT_SLICE_LIMIT } from '../record/sliceStore';

/** What one recording collects. */
export interface RecordingOptions {
  /** Name under which the profile can be found again. */
  readonly name: string;
  /** Time between CPU samples, microseconds; `null` takes none. */
  readonly cpuIntervalUs: number | null;
  /** Record the lines of calls with the CPU samples, for total times per line. */
  readonly lines: boolean;
  /** Time between memory samples, milliseconds; `null` takes none. */
  readonly memoryPeriodMs: number | null;
  /** Record TensorFlow.js operators. */
  readonly operators: boolean;
  /** Keep the input shapes of operators. */
  readonly shapes: boolean;
  /** How many slices are kept, and which. */
  readonly limit: SliceLimit;
  /** The profiled notebook cell, if there is one. */
  readonly cell: CellInfo | null;
  /** The options as the user would write them, by long name. */
  readonly optionTexts: Readonly<Record<string, string>>;
}

/** What is recorded when nothing else is said: the defaults of `%%profile`. */
export const DEFAULT_RECORDING_OPTIONS: RecordingOptions = {
  name: '',
  cpuIntervalUs: 1000,
  lines: true,
  memoryPeriodMs: 10,
  operators: true,
  shapes: false,
  limit: DEFAULT_SLICE_LIMIT,
  cell: null,
  optionTexts: {}
};
