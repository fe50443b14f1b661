import type { CellInfo } from '../../model/profile/profile';
import type { SliceLimit } from '../../record/logs/sliceLimit';
import type { GpuRecording } from '../../sources/gpu/records/gpuRecording';
import { GPU_WHERE_FOUND } from '../../sources/gpu/records/gpuRecording';
import { DEFAULT_SLICE_LIMIT } from '../../record/logs/sliceLimit';

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
  /** Record garbage collections. */
  readonly gc: boolean;
  /** Record eager operators and instrumented functions. */
  readonly operators: boolean;
  /** Record operators that run inside a compiled graph. */
  readonly graphOperators: boolean;
  /** Record calls into the public interface of libraries, and how many there are. */
  readonly api: boolean;
  /** Record the bytes of tensors by device, and each allocation with its scope. */
  readonly tensorMemory: boolean;
  /** Take the memory in use, by device, at the end of every so many operators; `null` takes none. */
  readonly memoryEveryOperators: number | null;
  /** Record layers that are applied to tensors, and the models that run them, as slices. */
  readonly layers: boolean;
  /** Run ONNX Runtime models a second time for the shares of their nodes. */
  readonly nodeShares: boolean;
  /** Keep the shapes and types of what operators read and make. */
  readonly shapes: boolean;
  /** Keep which tensors operators read and make, with their shapes and types. */
  readonly tensors: boolean;
  /** Keep the TypeScript stack that each operator is run from. */
  readonly stacks: boolean;
  /** Keep how many floating-point operations each operator takes, with shapes and types. */
  readonly flops: boolean;
  /** Bytes between samples of what is allocated on the heap; `null` takes none. */
  readonly allocationBytes: number | null;
  /**
   * Attribute work after an `await` to the range it belongs to, and tell running from waiting. It
   * slows every promise down on Node before 24; `null` does it where it is cheap.
   */
  readonly async: boolean | null;
  /** Time asynchronous operators until they settle; false times the calls that start them alone. */
  readonly untilSettled: boolean;
  /** Count the bytes of every message between threads; false counts those of buffers alone. */
  readonly messageBytes: boolean;
  /** What GPUs do; `null` records nothing of them. */
  readonly gpu: GpuRecording | null;
  /** Record with this thread those that are attached to it, and what a program or a cell starts. */
  readonly workers: boolean;
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
  gc: true,
  operators: true,
  graphOperators: true,
  api: false,
  tensorMemory: true,
  memoryEveryOperators: null,
  layers: false,
  nodeShares: false,
  shapes: false,
  tensors: false,
  stacks: false,
  flops: false,
  allocationBytes: null,
  async: null,
  untilSettled: true,
  messageBytes: false,
  gpu: GPU_WHERE_FOUND,
  workers: true,
  limit: DEFAULT_SLICE_LIMIT,
  cell: null,
  optionTexts: {}
};
