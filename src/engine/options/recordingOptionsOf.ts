import type { ProfileOptions } from '../../settings/table/profileOptions';
import { recordingTexts } from '../../settings/table/recordingTexts';
import type { GpuRecording } from '../../sources/gpu/records/gpuRecording';
import { GPU_WHERE_FOUND } from '../../sources/gpu/records/gpuRecording';
import type { RecordingOptions } from './recordingOptions';

/** What a recording collects by the options of a magic or a command; without a name and a cell. */
export function recordingOptionsOf(options: ProfileOptions): Partial<RecordingOptions> {
  const { cpuIntervalUs, lines, memoryPeriodMs, operators, maxEvents, outputs } = options;
  const { shapes, stacks, flops, allocationBytes, async, api, nodeShares, gpu, workers } = options;
  return {
    cpuIntervalUs,
    lines,
    memoryPeriodMs,
    operators,
    graphOperators: operators,
    tensorMemory: operators || outputs.some(({ format }) => format === 'memoryFlow'),
    shapes,
    stacks,
    flops,
    allocationBytes,
    async,
    api,
    nodeShares,
    gpu: gpuRecordingOf(gpu),
    workers,
    limit: { mode: 'keepFirst', slices: maxEvents },
    optionTexts: recordingTexts(options)
  };
}

/** What is recorded of GPUs: `null` takes those that are there. */
function gpuRecordingOf(gpu: boolean | null): GpuRecording | null {
  return gpu === false ? null : { ...GPU_WHERE_FOUND, isRequired: gpu === true };
}
