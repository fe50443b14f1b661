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
