import { numberOfGpuTrack } from '../../facts/gpus';
import type { Track } from '../../model/profile/profile';

/**
 * The number of the GPU of a stream: from the name of the track around it, `GPU 1`, else the number of
 * that track; 0 if there is none.
 */
export function deviceNumber(tracks: readonly Track[], stream: number): number {
  let track: Track | undefined = tracks[stream];
  while (track && track.kind !== 'device') track = tracks[track.parent];
  return track ? numberOfGpuTrack(track) : 0;
}

/** Number of a device that has none. */
const NO_DEVICE_ID = -1;

/** The location of memory. */
export interface DevicePlace {
  readonly isGpu: boolean;
  /** Number of the GPU; -1 for the memory of the process. */
  readonly id: number;
}

/** The place of a device: `gpu/0` and `cuda/0` are GPUs, all others are in the memory of the process. */
export function devicePlace(device: string): DevicePlace {
  const gpu = /^(?:gpu|cuda)[/:](\d+)$/.exec(device);
  return gpu ? { isGpu: true, id: Number(gpu[1]) } : { isGpu: false, id: NO_DEVICE_ID };
}
