import type { GpuDevice } from '../../native/gpuAddon';
import type { GpuSamplingAddon } from '../../native/gpuSampling';
import type { Source } from '../../record/build/contribution';
import type { Pauses } from '../../record/logs/pauses';
import type { CudaAttachment } from '../../sources/gpu/cudaAttachment';
import { CudaSource, hasGpuSource } from '../../sources/gpu/cudaSource';
import { DeviceTracks } from '../../sources/gpu/records/deviceTracks';
import { GpuSamplingSource, isSampled } from '../../sources/gpu/sampling/gpuSamplingSource';
import type { RecordingOptions } from '../options/recordingOptions';

/** What the sources of GPUs of all recordings share. */
export interface GpuSurroundings {
  readonly cuda: CudaAttachment;
  readonly gpuSampling: () => GpuSamplingAddon;
  readonly pauses: Pick<Pauses, 'since'>;
  readonly pid: number;
  /** Node's number of this thread. */
  readonly threadId: number;
}

/**
 * The sources that record GPUs, none where a recording wants nothing of them or where there are none
 * and it asks for none.
 */
export function gpuSources(
  { gpu: want, limit }: Pick<RecordingOptions, 'gpu' | 'limit'>,
  { cuda, gpuSampling, ...around }: GpuSurroundings
): Source[] {
  if (want === null || !hasGpuSource(cuda, want)) return [];
  const tracks = new DeviceTracks();
  const activities = new CudaSource({ ...around, attachment: cuda, want, limit, tracks });
  const gpus = devicesOf(cuda);
  if (gpus.length === 0 || !isSampled(want)) return [activities];
  return [
    activities,
    new GpuSamplingSource({ addon: gpuSampling(), gpus, recording: want, tracks })
  ];
}

/** The GPUs that are here; none where that cannot be told, which the source of activities says. */
function devicesOf(cuda: CudaAttachment): readonly GpuDevice[] {
  try {
    return cuda.status().devices;
  } catch {
    return [];
  }
}
