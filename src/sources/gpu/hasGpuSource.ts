import type { GpuState } from '../../native/gpuAddon';
import type { CudaAttachment } from './cudaAttachment';
import type { GpuRecording } from './records/gpuRecording';

/** States without any GPU. */
const ABSENT: readonly GpuState[] = ['no-driver', 'no-device'];

/**
 * Whether a recording has a source of GPUs: if one is required, and if there is a GPU or might be.
 * Never throws; without a driver, it asks once per process.
 */
export function hasGpuSource(attachment: CudaAttachment, want: GpuRecording): boolean {
  return want.isRequired || attachment.isPresent(status => !ABSENT.includes(status.state));
}
