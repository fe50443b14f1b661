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
interface DevicePlace {
  readonly isGpu: boolean;
  /** Number of the GPU; -1 for the memory of the process. */
  readonly id: number;
}

/** The place of a device: `gpu/0` and `cuda/0` are GPUs, all others are in the memory of the process. */
export function devicePlace(device: string): DevicePlace {
  const gpu = /^(?:gpu|cuda)[/:](\d+)$/.exec(device);
  return gpu ? { isGpu: true, id: Number(gpu[1]) } : { isGpu: false, id: NO_DEVICE_ID };
}

/** Directions of copies by CUPTI's number from 1 on, as Kineto writes them. */
const DIRECTIONS = 'HtoD DtoH HtoA AtoH AtoA AtoD DtoA DtoD HtoH PtoP'.split(' ');

/** The direction of a copy by CUPTI's number, such as `HtoD`; `null` for an unknown one. */
export function copyDirection(kind: number | null): string | null {
  return DIRECTIONS[(kind ?? 0) - 1] ?? null;
}

/** The number of blocks in a grid or threads in a block, from `[x, y, z]`; 0 if unknown. */
export function launchSize(extent: string): number {
  const sizes = extent.match(/\d+/g) ?? [0];
  return sizes.reduce<number>((product, size) => product * Number(size), 1);
}
